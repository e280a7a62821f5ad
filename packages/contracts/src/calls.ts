import * as accountRecovery from "./account-recovery.ts";
import * as adjustments from "./adjustments.ts";
import * as administrators from "./administrators.ts";
import * as audit from "./audit.ts";
import * as auth from "./auth.ts";
import * as backOffice from "./back-office.ts";
import type { Call } from "./call.ts";
import * as correlations from "./correlations.ts";
import * as costs from "./costs.ts";
import * as depositPayments from "./deposit-payments.ts";
import * as deposits from "./deposits.ts";
import * as evidence from "./evidence.ts";
import * as exits from "./exits.ts";
import * as investments from "./investments.ts";
import * as liveUpdates from "./live-updates.ts";
import * as marketData from "./market-data.ts";
import * as moneyFlows from "./money-flows.ts";
import * as mpesaDeposits from "./mpesa-deposits.ts";
import * as notifications from "./notifications.ts";
import * as push from "./push.ts";
import * as operations from "./operations.ts";
import * as ownAccount from "./own-account.ts";
import * as chainPayouts from "./chain-payouts.ts";
import * as payoutCallbacks from "./payout-callbacks.ts";
import * as payouts from "./payouts.ts";
import * as proofs from "./proofs.ts";
import * as performance from "./performance.ts";
import * as profile from "./profile.ts";
import * as secondFactors from "./second-factors.ts";
import * as statement from "./statement.ts";
import * as localAmounts from "./local-amounts.ts";
import * as statementsOfRails from "./statements-of-rails.ts";
import * as status from "./status.ts";
import * as suitability from "./suitability.ts";
import * as userAdministration from "./user-administration.ts";
import * as userHistory from "./user-history.ts";
import * as trackRecords from "./track-records.ts";
import * as verification from "./verification.ts";
import * as withdrawals from "./withdrawals.ts";

/** Every call of the API, sorted by path. A route that is missing here fails the tests. */
export const allCalls: readonly Call[] = [
  auth,
  accountRecovery,
  ownAccount,
  profile,
  secondFactors,
  marketData,
  investments,
  statement,
  performance,
  notifications,
  push,
  liveUpdates,
  exits,
  evidence,
  deposits,
  depositPayments,
  mpesaDeposits,
  localAmounts,
  withdrawals,
  payouts,
  chainPayouts,
  payoutCallbacks,
  statementsOfRails,
  verification,
  trackRecords,
  correlations,
  costs,
  suitability,
  status,
  proofs,
  backOffice,
  userAdministration,
  userHistory,
  adjustments,
  administrators,
  operations,
  moneyFlows,
  audit,
]
  .flatMap((module) => Object.values(module).filter(isCall))
  .sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1));

function isCall(value: unknown): value is Call {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "answers" in value;
}

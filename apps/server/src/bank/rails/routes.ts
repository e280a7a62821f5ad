import { decideRateHold as decideRateHoldCall, getPayouts, type PayoutOverview } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { judgeRail, listRailReadings, type PaymentNetwork } from "../../deposits/api.ts";
import {
  listLocalRates,
  listOpenHolds,
  listRateProposals,
  registerMoneyCall,
  toAdminRateHold,
} from "../../ledger/api.ts";
import { listSharedTraces } from "../../people/api.ts";
import { findProposalsSince, toLocalRate, toRateProposal } from "../../withdrawals/api.ts";
import { registerCall } from "../../platform/http/register-call.ts";
import { decideRateHold, type RateHoldDeps } from "../rate-holds/decide-rate-hold.ts";
import { listBookedCharges } from "../statements/store.ts";
import type { OpenedWithdrawals } from "../../withdrawals/api.ts";

export interface RailOverviewDeps extends RateHoldDeps {
  /** The networks that deposits are read from. */
  depositNetworks: readonly PaymentNetwork[];
  readPayouts: OpenedWithdrawals["readPayouts"];
}

/** The administrators' view of all rails, those of deposits and those of withdrawals. */
export function addRailRoutes(app: FastifyInstance, deps: RailOverviewDeps): void {
  registerCall(app, getPayouts, () => readOverview(deps));
  registerMoneyCall(app, deps.sql, decideRateHoldCall, ({ user, params, body, requestKey, address }) =>
    decideRateHold(deps, { admin: { id: user.id, address }, id: params.hold, body, requestKey }),
  );
}

const MAX_HOLDS = 50;

async function readOverview({ sql, now, depositNetworks, readPayouts }: RailOverviewDeps): Promise<PayoutOverview> {
  const [payouts, readings, charges, rates, proposals, holds] = await Promise.all([
    readPayouts(),
    listRailReadings(sql, depositNetworks),
    listBookedCharges(sql),
    listLocalRates(sql),
    listRateProposals(sql, findProposalsSince(now())),
    listOpenHolds(sql, MAX_HOLDS),
  ]);
  const askers = proposals.map(({ askedBy }) => askedBy);
  return {
    ...payouts,
    depositRails: readings.map(({ firstAt, ...reading }) => ({
      ...reading,
      state: judgeRail({ firstAt, ...reading }, now()),
    })),
    charges,
    rates: rates.map(toLocalRate),
    rateProposals: proposals.map(toRateProposal),
    shared: await listSharedTraces(sql, askers),
    rateHolds: holds.map(toAdminRateHold),
  };
}

import { DAY_MS, MINUTE_MS } from "@wazi/contracts";
import { parseCents } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { isSameName } from "./compare-names.ts";
import { toLocalAmount } from "./convert-amount.ts";
import { buildPayoutReference } from "./payout-reference.ts";
import { RecipientRefusedError, type PayoutDestination, type PayoutRail } from "./payout-rail.ts";
import { findPayoutRate, type PayoutRate } from "./rate-store.ts";

/** A rate that an administrator entered, and a price of the feed, count for this long. */
const LOCAL_RATE_AGE_MS = DAY_MS;
const PRICE_AGE_MS = 5 * MINUTE_MS;
const NAME_TIMEOUT_MS = 10_000;

interface PlannedWithdrawal extends PayoutDestination {
  amount: string;
  owner: { firstName: string; lastName: string };
}

interface Recipient {
  recipientName: string | null;
  isOtherName: boolean;
}

interface Plan extends Recipient {
  rail: string;
  currency: string;
  localAmount: string;
  rate: string;
  rateAt: Date;
}

interface PlannerDeps {
  sql: Sql;
  now: () => Date;
  rails: readonly PayoutRail[];
}

/** Chooses the rail of a withdrawal, with the amount that the recipient gets and the account holder's name. */
export function createPayoutPlanner(deps: PlannerDeps): {
  plan(withdrawal: PlannedWithdrawal): Promise<Plan | null>;
  findRecipient(destination: PayoutDestination, owner: PlannedWithdrawal["owner"]): Promise<Recipient>;
  findRail(withdrawal: PayoutDestination): string | null;
  buildReference(withdrawalId: string, attempt: number): string;
} {
  return {
    plan: (withdrawal) => planPayout(deps, withdrawal),
    findRecipient: async (destination, owner) => {
      const rail = findRail(deps, destination);
      return rail ? findRecipient(rail, destination, owner) : { recipientName: null, isOtherName: false };
    },
    findRail: (withdrawal) => findRail(deps, withdrawal)?.name ?? null,
    buildReference: buildPayoutReference,
  };
}

const findRail = ({ rails }: Pick<PlannerDeps, "rails">, destination: PayoutDestination): PayoutRail | undefined =>
  rails.find((each) => each.findCurrency(destination) !== null);

async function planPayout({ sql, now, rails }: PlannerDeps, withdrawal: PlannedWithdrawal): Promise<Plan | null> {
  const rail = findRail({ rails }, withdrawal);
  const currency = rail?.findCurrency(withdrawal);
  if (!rail || !currency) return null;
  const rate = requireFresh(await findPayoutRate(sql, currency, now()), currency, now());
  return {
    rail: rail.name,
    currency,
    ...toLocalAmount(parseCents(withdrawal.amount), rate, rail.countPlaces(currency)),
    rateAt: rate.at,
    ...compareTypedName(await findRecipient(rail, withdrawal, withdrawal.owner), withdrawal),
  };
}

/** Where the provider does not tell the account holder's name, the name that the investor has typed is compared. */
function compareTypedName(recipient: Recipient, { accountName, owner }: PlannedWithdrawal): Recipient {
  if (recipient.recipientName !== null || accountName === null) return recipient;
  return { recipientName: null, isOtherName: !isSameName(accountName, `${owner.firstName} ${owner.lastName}`) };
}

/** @throws AppError CONFLICT the provider says that there is no such account */
async function findRecipient(
  rail: PayoutRail,
  destination: PayoutDestination,
  { firstName, lastName }: PlannedWithdrawal["owner"],
): Promise<Recipient> {
  const recipientName = await findName(rail, destination);
  return {
    recipientName,
    isOtherName: recipientName !== null && !isSameName(recipientName, `${firstName} ${lastName}`),
  };
}

/** @throws AppError PRICE_UNAVAILABLE there is none, or it is too old */
function requireFresh(rate: PayoutRate | null, currency: string, now: Date): PayoutRate {
  const mostMs = rate?.isPerUnit ? PRICE_AGE_MS : LOCAL_RATE_AGE_MS;
  if (rate && now.getTime() - rate.at.getTime() <= mostMs) return rate;
  throw new AppError(
    "PRICE_UNAVAILABLE",
    rate?.isPerUnit
      ? `There is no price for ${currency} right now. Please try again in a moment.`
      : `There is no rate of ${currency} from the last 24 hours. Please enter one under Payouts.`,
    { retryAfterSeconds: 5 },
  );
}

/**
 * Null when the provider does not tell the name, or does not answer: a check of the name never stops a payment for ever.
 * @throws AppError CONFLICT the provider says that there is no such account
 */
async function findName(rail: PayoutRail, destination: PayoutDestination): Promise<string | null> {
  try {
    return await rail.findRecipientName(destination, AbortSignal.timeout(NAME_TIMEOUT_MS));
  } catch (error) {
    if (!(error instanceof RecipientRefusedError)) return null;
    throw new AppError("CONFLICT", `${rail.label} does not accept this account: ${error.message}`);
  }
}

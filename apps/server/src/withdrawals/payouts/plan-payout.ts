import { DAY_MS, type LocalAmount, MINUTE_MS } from "@wazi/contracts";
import { cents, type Cents, divideUp, formatDecimal, parseCents, parseDecimal } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import type { RateHoldJson } from "../../ledger/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { findAgreedRate } from "../rate-holds/hold-payout.ts";
import { buildPayoutReference, type PayoutDestination, type PayoutRail, RecipientRefusedError } from "./payout-rail.ts";
import { findPayoutRate, type PayoutRate } from "./store.ts";
import * as texts from "../../messages/withdrawals.ts";

/** Lower-case words of a name, without accents, titles and punctuation. */
function splitName(name: string): string[] {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1 && !titles.has(word));
}

const titles: ReadonlySet<string> = new Set(["mr", "mrs", "ms", "miss", "dr", "prof", "eng", "rev"]);

/**
 * Compares an account holder's name with the investor's, as banks and wallets write names: in capitals, in any order, with further
 * or shortened middle names. Both must have two words in common, or the only word that one of them has.
 */
export function isSameName(first: string, second: string): boolean {
  const words = new Set(splitName(first));
  const others = new Set(splitName(second));
  if (words.size === 0 || others.size === 0) return false;
  const common = [...words].filter((word) => others.has(word)).length;
  return common >= Math.min(2, words.size, others.size);
}

/** A rate that an administrator entered, and a price of the feed, count for this long. */
const LOCAL_RATE_AGE_MS = DAY_MS;
const PRICE_AGE_MS = 5 * MINUTE_MS;
const NAME_TIMEOUT_MS = 10_000;

interface PlannedWithdrawal extends PayoutDestination {
  amount: string;
  local?: LocalAmount | null;
  rateHold?: RateHoldJson | null;
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

/**
 * Chooses the rail of a withdrawal, with the amount that the recipient gets, at the rate that the investor was shown or that was decided
 * since, and the account holder's name.
 */
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
  const inForce = requireFresh(await findPayoutRate(sql, currency, now()), currency, now());
  const agreed = findAgreedRate(withdrawal, currency);
  const rate = agreed ? { price: agreed.rate, isPerUnit: false, at: agreed.at } : inForce;
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
    rate?.isPerUnit ? texts.priceMissing({ currency }) : texts.localRateMissing({ currency }),
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
    throw new AppError("CONFLICT", texts.accountRefused({ rail: rail.label, reason: error.message }));
  }
}

/** Places with which rates are computed. */
const RATE_PLACES = 12;
const RATE_SCALE = 10n ** BigInt(RATE_PLACES);
const CENT_PLACES = 2;

/**
 * Converts US dollars to a currency, rounded up to its smallest payable part, so that the recipient never gets less than the
 * amount. The platform pays the difference.
 * @param places decimal places that the rail can pay
 * @returns the amount, and the units of the currency for one US dollar
 */
export function toLocalAmount(
  amount: Cents,
  { price, isPerUnit }: Pick<PayoutRate, "price" | "isPerUnit">,
  places: number,
): { localAmount: string; rate: string } {
  const at = parseDecimal(price, RATE_PLACES);
  const rate = isPerUnit ? divideUp(RATE_SCALE * RATE_SCALE, at) : at;
  const scale = 10n ** BigInt(places);
  // amount [cents] / 100 × units per dollar, from the exact price and not from the rounded rate
  const local = isPerUnit
    ? divideUp(amount * scale * RATE_SCALE, at * 100n)
    : divideUp(amount * scale * at, RATE_SCALE * 100n);
  return { localAmount: formatDecimal(local, places), rate: formatDecimal(rate, RATE_PLACES) };
}

/** Converts an amount of a currency, such as a fee, to US dollars, rounded up to the cent. */
export function toDollarCents(amount: string, { price, isPerUnit }: Pick<PayoutRate, "price" | "isPerUnit">): Cents {
  const MAX_PLACES = 18;
  const units = parseDecimal(amount, MAX_PLACES);
  const at = parseDecimal(price, RATE_PLACES);
  const unitScale = 10n ** BigInt(MAX_PLACES - CENT_PLACES);
  return cents(isPerUnit ? divideUp(units * at, unitScale * RATE_SCALE) : divideUp(units * RATE_SCALE, unitScale * at));
}

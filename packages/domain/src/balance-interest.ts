import { type Cents, cents, divideDown, type Factor } from "./money.ts";

/**
 * Interest on an investor's own balance.
 *
 * A running sum of the daily rates, of one dollar: the interest of any time is the balance times the rise of the sum. A sum and no
 * running product, because a product is rounded in each step and would credit interest on interest that is not posted yet. A sum is
 * exact: however a time is split, the parts add up to the whole, and a balance never earns more than the rate. What is posted is
 * part of the balance, so it earns too from then on.
 *
 * A day (UTC) counts for the balance at its end, as at a bank.
 */

/** The interest of one dollar since the first day, in 10^-12. */
export type RateSum = bigint & { readonly unit: "rate sum" };
/** Interest in US dollars, in 10^-14: cents times a rate in 10^-12. */
export type BalanceInterest = bigint & { readonly unit: "balance interest" };

export const rateSum = (value: bigint): RateSum => value as RateSum;
export const balanceInterest = (value: bigint): BalanceInterest => value as BalanceInterest;

/** Decimal places of `BalanceInterest`. */
export const BALANCE_INTEREST_PLACES = 14;
const PER_CENT = 10n ** 12n;

/** The sum at the end of a day with a rate. */
export const addDailyRate = (sum: RateSum, rate: Factor): RateSum => rateSum(sum + rate);

/** The interest of a balance while the sum rose. Exact, nothing is rounded. */
export function earnOnBalance(balance: Cents, sum: { from: RateSum; to: RateSum }): BalanceInterest {
  return balanceInterest(balance * (sum.to - sum.from));
}

/** Whole cents to post, rounded down, and the rest, which is kept for the next posting. */
export function splitBalanceInterest(earned: BalanceInterest): { posted: Cents; rest: BalanceInterest } {
  const posted = divideDown(earned, PER_CENT);
  return { posted: cents(posted), rest: balanceInterest(earned - posted * PER_CENT) };
}

import { cents, divideDown, type Cents } from "./money.ts";

/** Places of a coin amount: 10^-18 coins, as ether has them. Other coins have fewer. */
export const COIN_PLACES = 18;
/** Places of a rate in US dollars per coin. */
export const RATE_PLACES = 8;
/** Places of coins × rate, in US dollars. */
export const VALUE_PLACES = COIN_PLACES + RATE_PLACES;
/** Coins × rate is in 10^-26 dollars. Dividing by this gives cents. */
export const VALUE_PER_CENT = 10n ** 24n;

/** Says if a payment came inside the window of its deposit. Kept apart from the amount. */
export type PaymentTiming = "on_time" | "late";
/** All payments to a deposit so far, this one included, compared with what was asked for. */
export type PaymentAmount = "under" | "exact" | "over";

/** The value of coins at a rate, rounded down to the cent. */
export function valueCoins(coins: bigint, rate: bigint): Cents {
  return cents(divideDown(coins * rate, VALUE_PER_CENT));
}

/**
 * The credit for a payment at a rate. Payments of one deposit are valued together, each at its own rate, so that several small
 * ones are worth the same as one: what is credited for this one is the value of all, less what was credited for those before.
 * @param before the exact value (coins × rate) of the deposit's other payments, dust included, and what was credited for them
 */
export function computePaymentCredit(
  coins: bigint,
  rate: bigint,
  before: { value: bigint; credited: Cents } = { value: 0n, credited: cents(0n) },
): Cents {
  const whole = divideDown(before.value + coins * rate, VALUE_PER_CENT);
  return cents(whole > before.credited ? whole - before.credited : 0n);
}

/** Inside the window from the deposit's start to its end, both included. */
export function judgeTiming(seenAt: Date, window: { from: Date; to: Date } | null): PaymentTiming {
  return window !== null && seenAt >= window.from && seenAt <= window.to ? "on_time" : "late";
}

export function judgeAmount(received: bigint, requested: bigint): PaymentAmount {
  if (received === requested) return "exact";
  return received < requested ? "under" : "over";
}

/** The locked rate covers payments whose sum differs from the request by at most so many per cent. */
const LOCK_TOLERANCE_PCT = 2n;

/** The payments of a deposit that were first seen in its window, in coins. */
export interface WindowPayments {
  asked: bigint;
  /** Those in a block, this payment included. */
  confirmed: bigint;
  /** Those that still wait in the mempool and have not waited too long. */
  waiting: bigint;
  /** Those that were decided to have the locked rate. */
  covered: bigint;
  /** True once one of them was decided to have the rate of its first confirmation. */
  isLockLost: boolean;
  /** True once no further payment can be seen in the window. */
  isOver: boolean;
}

/**
 * Decides the rate of a payment in the window, which happens once. The locked rate covers at most 2 % more than was asked for, whatever
 * the number of payments, so that nobody can wait for the price and then pay more at it.
 * @returns null while payments that are still missing may decide
 */
export function decideWindowRate(coins: bigint, window: WindowPayments): "locked" | "amount" | null {
  const { asked, confirmed, waiting, covered, isLockLost, isOver } = window;
  const most = asked * (100n + LOCK_TOLERANCE_PCT);
  const least = asked * (100n - LOCK_TOLERANCE_PCT);
  if (isLockLost) return "amount";
  if (covered > 0n) return (covered + coins) * 100n <= most ? "locked" : "amount";
  if (confirmed * 100n > most) return "amount";
  if (confirmed * 100n >= least) return "locked";
  return isOver && (confirmed + waiting) * 100n < least ? "amount" : null;
}

/** How many confirmations a payment needs: the count of the highest step that its value reaches. */
export interface ConfirmationStep {
  /** In US dollars and cents; 0 for the first step. */
  from: Cents;
  confirmations: number;
}

/** @param steps in rising order; at least one, from 0 */
export function countConfirmationsNeeded(value: Cents, steps: readonly ConfirmationStep[]): number {
  let needed = 1;
  for (const step of steps) if (value >= step.from) needed = step.confirmations;
  return needed;
}

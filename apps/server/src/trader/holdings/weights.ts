import { divideDown, divideUp, formatDecimal, SCALE } from "@wazi/domain";
import { computeCloseFactor, type Side, toScaled } from "@wazi/trading";

const WHOLE = 10_000n;
const PERCENT_PLACES = 2;
/** $1,000. */
export const THOUSAND_CENTS = 100_000n;

/** Hundredths of a per cent as per cent. */
export const formatPercent = (basisPoints: bigint): string => formatDecimal(basisPoints, PERCENT_PLACES);

/** A part of one value in another, in per cent, rounded down. */
export const formatShare = (part: bigint, whole: bigint): string => formatPercent(divideDown(part * WHOLE, whole));

/** A trade, or a part of one, with what it is valued by: decimal strings. */
export interface HeldTrade {
  readonly symbol: string;
  readonly side: Side;
  readonly exposure: string;
  readonly baseNav: string;
  readonly entryPrice: string;
  readonly dividends?: string;
  readonly financing?: string;
}

/** The price paid for a trade, in units of the nav, scaled by 10^12. */
export function computePaid({ exposure, baseNav }: HeldTrade): bigint {
  return divideUp(toScaled(baseNav) * toScaled(exposure), SCALE);
}

/** The gain of a trade when it is closed at a price, as it moves the nav: rounded down. */
export function computeGain(trade: HeldTrade, exitPrice: string, commission: number): bigint {
  return divideDown(toScaled(trade.baseNav) * (computeCloseFactor(trade, exitPrice, commission) - SCALE), SCALE);
}

export interface Value {
  readonly symbol: string;
  readonly side: Side;
  /** Scaled by 10^12. */
  readonly value: bigint;
}

/** Adds up the values of each symbol and side, in the order in which they first come. */
export function addUpValues(values: readonly Value[]): Value[] {
  const sums = new Map<string, Value>();
  for (const each of values) {
    const key = `${each.symbol} ${each.side}`;
    sums.set(key, { ...each, value: each.value + (sums.get(key)?.value ?? 0n) });
  }
  return [...sums.values()];
}

/**
 * The weights of values and of the cash beside them, in hundredths of a per cent. They add up to exactly 100%: each is rounded
 * down, and the largest takes the rest. A value or cash below 0 counts as nothing.
 */
export function computeWeights(values: readonly bigint[], cash: bigint): { parts: bigint[]; cash: bigint } {
  const all = [...values, cash].map((value) => (value > 0n ? value : 0n));
  const whole = all.reduce((sum, value) => sum + value, 0n);
  if (whole === 0n) return { parts: values.map(() => 0n), cash: WHOLE };
  const weights = all.map((value) => (value * WHOLE) / whole);
  const rest = WHOLE - weights.reduce((sum, weight) => sum + weight, 0n);
  const largest = all.reduce((best, value, index) => (value > (all[best] ?? 0n) ? index : best), 0);
  weights[largest] = (weights[largest] ?? 0n) + rest;
  return { parts: weights.slice(0, -1), cash: weights.at(-1) ?? 0n };
}

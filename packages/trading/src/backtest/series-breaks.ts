import { DAY_MS } from "@wazi/domain";
import type { Candle } from "../candle.ts";

/** The longest closing of a market: holidays at both ends of a week. */
const MAX_GAP_MS = 8 * DAY_MS;
/** Bars longer than a day may be this many of their usual spacing apart. */
const MAX_GAP_SPACINGS = 3;
/** An open beyond these multiples of the close before is a split, another instrument or a slip, not a price. */
const MIN_STEP = 0.51;
const MAX_STEP = 1.95;

/** A bar alone is wrong where the next one comes back this near to the close before it; after a split it does not. */
const nearestSteps = [0.8, 1.25] as const;

/** What lies usually between one bar and the next, in milliseconds: the median, the lower where there are two; NaN for less than two bars. */
export function computeMedianSpacingMs(times: readonly number[]): number {
  const spacings = Float64Array.from(times.slice(1), (time, index) => time - (times[index] ?? NaN)).sort();
  return spacings[Math.ceil(spacings.length / 2) - 1] ?? NaN;
}

/** Why the bar does not go on from the one before, or undefined where it does. Steps to or from a price of 0 or below have no ratio. */
export function findBreak(before: Candle, bar: Candle, spacingMs: number): string | undefined {
  const gapMs = bar.time - before.time;
  const isLong = spacingMs > DAY_MS;
  if (gapMs > (isLong ? MAX_GAP_SPACINGS * spacingMs : MAX_GAP_MS)) {
    return `there is a gap of ${(gapMs / DAY_MS).toFixed(1)} days to the bar before`;
  }
  if (isLong || before.close <= 0 || bar.open <= 0) return undefined;
  const step = bar.open / before.close;
  if (step >= MIN_STEP && step <= MAX_STEP) return undefined;
  return `the open ${bar.open} is ${Number(step.toPrecision(3))} times the close before, ${before.close}`;
}

/** Whether the bar after one that breaks the series takes up where the bar before it left off. */
export function continuesAfterOutlier(before: Candle, following: Candle, spacingMs: number): boolean {
  const [lowest, highest] = nearestSteps;
  const step = following.open / before.close;
  return step >= lowest && step <= highest && findBreak(before, following, spacingMs) === undefined;
}

import { DAY_MS } from "@wazi/domain";
import type { Candle } from "../candle.ts";

/** The longest time that a market is closed: a week with holidays at both ends. */
const MAX_GAP_MS = 8 * DAY_MS;
/** Bars longer than a day may be this many usual spacings apart. */
const MAX_GAP_SPACINGS = 3;
/** An open outside these multiples of the previous close is a split, another instrument or a mistake. */
const MIN_STEP = 0.51;
const MAX_STEP = 1.95;

/** A bar is a single outlier when the next bar is back this close to the close before it. After a split it is not. */
const nearestSteps = [0.8, 1.25] as const;

/** The median time between two bars in milliseconds (the lower of two medians); NaN for fewer than two bars. */
export function computeMedianSpacingMs(times: readonly number[]): number {
  const spacings = Float64Array.from(times.slice(1), (time, index) => time - (times[index] ?? NaN)).sort();
  return spacings[Math.ceil(spacings.length / 2) - 1] ?? NaN;
}

/** The reason why a bar does not continue the series; undefined when it does. Steps to or from a price of 0 or below have no ratio. */
export function findBreak(before: Candle, bar: Candle, spacingMs: number): string | undefined {
  const gapMs = bar.time - before.time;
  const isLong = spacingMs > DAY_MS;
  if (gapMs > (isLong ? MAX_GAP_SPACINGS * spacingMs : MAX_GAP_MS)) {
    return `there is a gap of ${(gapMs / DAY_MS).toFixed(1)} days after the bar above`;
  }
  if (isLong || before.close <= 0 || bar.open <= 0) return undefined;
  const step = bar.open / before.close;
  if (step >= MIN_STEP && step <= MAX_STEP) return undefined;
  return `the open ${bar.open} is ${Number(step.toPrecision(3))} times the previous close ${before.close}`;
}

/** Tells whether the bar after an outlier continues from the bar before the outlier. */
export function continuesAfterOutlier(before: Candle, following: Candle, spacingMs: number): boolean {
  const [lowest, highest] = nearestSteps;
  const step = following.open / before.close;
  return step >= lowest && step <= highest && findBreak(before, following, spacingMs) === undefined;
}

import type { Candle } from "../candle.ts";

/**
 * Average true range, in price units (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978): the true
 * range of a bar is the largest of high − low, |high − previous close| and |low − previous close| (high − low on the first
 * bar); the average starts as the mean of the first `period` and then moves by 1/period of the difference.
 */
export interface AverageTrueRange {
  readonly period: number;
  readonly count: number;
  readonly seedSum: number;
  readonly previousClose: number | null;
  /** `null` until `period` bars have been seen. */
  readonly value: number | null;
}

export function createAverageTrueRange(period: number): AverageTrueRange {
  return { period, count: 0, seedSum: 0, previousClose: null, value: null };
}

export function updateAverageTrueRange(average: AverageTrueRange, candle: Candle): AverageTrueRange {
  const { period } = average;
  const range = computeTrueRange(candle, average.previousClose);
  if (average.value !== null) {
    return { ...average, previousClose: candle.close, value: average.value + (range - average.value) / period };
  }
  const count = average.count + 1;
  const seedSum = average.seedSum + range;
  return { period, count, seedSum, previousClose: candle.close, value: count === period ? seedSum / period : null };
}

function computeTrueRange({ high, low }: Candle, previousClose: number | null): number {
  if (previousClose === null) return high - low;
  return Math.max(high - low, Math.abs(high - previousClose), Math.abs(low - previousClose));
}

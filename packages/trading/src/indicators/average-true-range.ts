import { type Json, type Restorable, restoreNumber, saveNumber } from "./restorable.ts";

/**
 * Average true range, in price units (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978): the true
 * range of a bar is the largest of high − low, |high − previous close| and |low − previous close| (high − low on the first
 * bar); the average starts as the mean of the first `period` and then moves by 1/period of the difference.
 */
export class AverageTrueRange implements Restorable {
  /** NaN until `period` bars have been seen. */
  value = NaN;
  private count = 0;
  private seedSum = 0;
  private close = NaN;

  constructor(private readonly period: number) {}

  push(high: number, low: number, close: number): void {
    const range = computeTrueRange(high, low, this.close);
    this.close = close;
    if (this.count === this.period) {
      this.value += (range - this.value) / this.period;
      return;
    }
    this.count += 1;
    this.seedSum += range;
    if (this.count === this.period) this.value = this.seedSum / this.period;
  }

  save(): Json {
    return [this.count, this.seedSum, saveNumber(this.close), saveNumber(this.value)];
  }

  restore(saved: Json): void {
    const [count, seedSum, close, value] = saved as readonly [number, number, Json, Json];
    this.count = count;
    this.seedSum = seedSum;
    this.close = restoreNumber(close);
    this.value = restoreNumber(value);
  }
}

/** A previous close of NaN is none. */
function computeTrueRange(high: number, low: number, previousClose: number): number {
  if (Number.isNaN(previousClose)) return high - low;
  return Math.max(high - low, Math.abs(high - previousClose), Math.abs(low - previousClose));
}

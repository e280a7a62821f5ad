import { type Json, type Restorable, restoreNumber, saveNumber } from "./restorable.ts";

/** Exponential moving average of a stream with weight 2 / (period + 1), seeded with the mean of its first `period` values. */
export class RunningExponentialMean implements Restorable {
  /** NaN until `period` values have been seen. */
  value = NaN;
  /** The `value` before the last `push`. */
  previous = NaN;
  private count = 0;
  private seedSum = 0;

  constructor(private readonly period: number) {}

  push(entering: number): void {
    const { period, value } = this;
    this.previous = value;
    if (this.count === period) {
      this.value = value + (2 / (period + 1)) * (entering - value);
      return;
    }
    this.count += 1;
    this.seedSum += entering;
    if (this.count === period) this.value = this.seedSum / period;
  }

  save(): Json {
    return [this.count, this.seedSum, saveNumber(this.value), saveNumber(this.previous)];
  }

  restore(saved: Json): void {
    const [count, seedSum, value, previous] = saved as readonly [number, number, Json, Json];
    this.count = count;
    this.seedSum = seedSum;
    this.value = restoreNumber(value);
    this.previous = restoreNumber(previous);
  }
}

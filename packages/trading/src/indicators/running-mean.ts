import { type Json, type Restorable, restoreColumn, restoreNumber, saveColumn, saveNumber } from "./restorable.ts";

/**
 * Simple moving average of a stream, in the stream's unit, in constant time per value and memory of one window. It keeps a
 * running sum, and replaces it once per window by a sum that was added up from nothing meanwhile: rounding errors are those of
 * one window, also after millions of values. A window of one repeated value has exactly that mean.
 */
export class RunningMean implements Restorable {
  /** The mean of the last `period` values; NaN until there are that many. */
  value = NaN;
  /** The `value` before the last `push`. */
  previous = NaN;
  private readonly window: Float64Array;
  private count = 0;
  private place = 0;
  private sum = 0;
  /** The sum of the values since the first place of the window was last written. */
  private newSum = 0;
  private newest = NaN;
  private repeats = 0;

  constructor(private readonly period: number) {
    this.window = new Float64Array(period);
  }

  push(entering: number): void {
    const { period, window, place } = this;
    const newSum = this.newSum + entering;
    const isLast = place + 1 === period;
    // Places that were never written hold 0.
    this.sum = isLast ? newSum : this.sum - (window[place] as number) + entering;
    this.newSum = isLast ? 0 : newSum;
    window[place] = entering;
    this.place = isLast ? 0 : place + 1;
    if (this.count < period) this.count += 1;
    this.repeats = entering === this.newest ? this.repeats + 1 : 1;
    this.newest = entering;
    this.previous = this.value;
    if (this.count === period) this.value = this.repeats >= period ? entering : this.sum / period;
  }

  /** Square root of the mean squared distance from the mean over the window (population, not sample); NaN until it is full. */
  deviation(): number {
    const { window, value } = this;
    let squares = 0;
    for (const each of window) squares += (each - value) * (each - value);
    return Math.sqrt(squares / window.length);
  }

  save(): Json {
    const { place, sum, newSum, repeats } = this;
    return {
      window: saveColumn(this.window, this.count),
      place,
      sum,
      newSum,
      repeats,
      newest: saveNumber(this.newest),
      value: saveNumber(this.value),
      previous: saveNumber(this.previous),
    };
  }

  restore(saved: Json): void {
    const state = saved as Record<string, Json>;
    const window = state["window"] as readonly number[];
    restoreColumn(this.window, window);
    this.count = window.length;
    this.place = state["place"] as number;
    this.sum = state["sum"] as number;
    this.newSum = state["newSum"] as number;
    this.repeats = state["repeats"] as number;
    this.newest = restoreNumber(state["newest"]);
    this.value = restoreNumber(state["value"]);
    this.previous = restoreNumber(state["previous"]);
  }
}

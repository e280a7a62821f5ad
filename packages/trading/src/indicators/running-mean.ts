import { type Json, type Restorable, restoreColumn, restoreNumber, saveColumn, saveNumber } from "./restorable.ts";

/**
 * Simple moving average of a stream, in the stream's unit, in constant time per value and memory of one window.
 * The running sum is compensated (W. Kahan, Further Remarks on Reducing Truncation Errors, 1965), additions and removals each
 * with a remainder of its own, so that it does not drift over millions of values; a window of one repeated value has exactly that mean.
 */
export class RunningMean implements Restorable {
  /** The mean of the last `period` values; NaN until there are that many. */
  value = NaN;
  /** What `value` was before the last `push`. */
  previous = NaN;
  private readonly window: Float64Array;
  private count = 0;
  private place = 0;
  private sum = 0;
  private addedRemainder = 0;
  private removedRemainder = 0;
  private newest = NaN;
  private repeats = 0;

  constructor(private readonly period: number) {
    this.window = new Float64Array(period);
  }

  push(entering: number): void {
    const { period, window, place } = this;
    let sum = this.sum;
    if (this.count === period) {
      const removed = -(window[place] as number) - this.removedRemainder;
      const less = sum + removed;
      this.removedRemainder = less - sum - removed;
      sum = less;
    } else {
      this.count += 1;
    }
    const added = entering - this.addedRemainder;
    const total = sum + added;
    this.addedRemainder = total - sum - added;
    this.sum = total;
    window[place] = entering;
    this.place = place + 1 === period ? 0 : place + 1;
    this.repeats = entering === this.newest ? this.repeats + 1 : 1;
    this.newest = entering;
    this.previous = this.value;
    if (this.count === period) this.value = this.repeats >= period ? entering : total / period;
  }

  /** Square root of the mean squared distance from the mean over the window (population, not sample); NaN until it is full. */
  deviation(): number {
    const { window, value } = this;
    let squares = 0;
    for (const each of window) squares += (each - value) * (each - value);
    return Math.sqrt(squares / window.length);
  }

  save(): Json {
    const { place, sum, addedRemainder, removedRemainder, repeats } = this;
    return {
      window: saveColumn(this.window, this.count),
      place,
      sum,
      addedRemainder,
      removedRemainder,
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
    this.addedRemainder = state["addedRemainder"] as number;
    this.removedRemainder = state["removedRemainder"] as number;
    this.repeats = state["repeats"] as number;
    this.newest = restoreNumber(state["newest"]);
    this.value = restoreNumber(state["value"]);
    this.previous = restoreNumber(state["previous"]);
  }
}

import { type Json, type Restorable, restoreNumber, saveNumber } from "./restorable.ts";

/**
 * On-balance volume (J. Granville, New Key to Stock Market Profits, 1963), in the source's unit of volume: starts at 0; a
 * bar's volume is added where it closed above the bar before, taken off where below, left out where equal.
 */
export class OnBalanceVolume implements Restorable {
  value = 0;
  /** The `value` before the last `push`; NaN before the first. */
  previous = NaN;
  private close = NaN;

  push(close: number, volume: number): void {
    this.previous = Number.isNaN(this.close) ? NaN : this.value;
    if (close > this.close) this.value += volume;
    else if (close < this.close) this.value -= volume;
    this.close = close;
  }

  save(): Json {
    return [this.value, saveNumber(this.previous), saveNumber(this.close)];
  }

  restore(saved: Json): void {
    const [value, previous, close] = saved as readonly [number, Json, Json];
    this.value = value;
    this.previous = restoreNumber(previous);
    this.close = restoreNumber(close);
  }
}

import { type Json, type Restorable, restoreNumber, saveNumber } from "./restorable.ts";

/**
 * Relative strength index of a stream, 0 to 100 (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978): the
 * average gain and loss start as the means of the first `period` changes and then move by 1/period of the difference. 100 where
 * nothing was lost, 50 where nothing moved at all.
 */
export class RunningRelativeStrength implements Restorable {
  /** NaN until `period` changes (`period` + 1 values) have been seen. */
  value = NaN;
  private newest = NaN;
  private changes = 0;
  private averageGain = 0;
  private averageLoss = 0;

  constructor(private readonly period: number) {}

  push(entering: number): void {
    const change = entering - this.newest;
    this.newest = entering;
    if (Number.isNaN(change)) return;
    // While the first changes come in, the averages are the means of those seen so far.
    if (this.changes < this.period) this.changes += 1;
    this.averageGain += ((change > 0 ? change : 0) - this.averageGain) / this.changes;
    this.averageLoss += ((change < 0 ? -change : 0) - this.averageLoss) / this.changes;
    if (this.changes < this.period) return;
    const total = this.averageGain + this.averageLoss;
    this.value = total === 0 ? 50 : (100 * this.averageGain) / total;
  }

  save(): Json {
    return [this.changes, this.averageGain, this.averageLoss, saveNumber(this.newest), saveNumber(this.value)];
  }

  restore(saved: Json): void {
    const [changes, averageGain, averageLoss, newest, value] = saved as readonly [number, number, number, Json, Json];
    this.changes = changes;
    this.averageGain = averageGain;
    this.averageLoss = averageLoss;
    this.newest = restoreNumber(newest);
    this.value = restoreNumber(value);
  }
}

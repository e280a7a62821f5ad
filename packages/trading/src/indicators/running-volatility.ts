import { type Json, type Restorable, restoreNumber, saveNumber } from "./restorable.ts";

/**
 * Standard deviation of a bar's return, as a fraction: the root of an exponential mean of squared returns with weight
 * 2 / (period + 1), which starts as the mean of the first `period` (J.P. Morgan, RiskMetrics Technical Document, 1996, with a
 * decay of 1 − weight).
 */
export class RunningVolatility implements Restorable {
  /** NaN until `period` returns (`period` + 1 closes) have been seen. */
  value = NaN;
  private count = 0;
  private variance = 0;
  private close = NaN;

  constructor(private readonly period: number) {}

  push(close: number): void {
    const change = close / this.close - 1;
    this.close = close;
    if (Number.isNaN(change)) return;
    this.count = Math.min(this.count + 1, this.period + 1);
    const weight = this.count <= this.period ? 1 / this.count : 2 / (this.period + 1);
    this.variance += weight * (change * change - this.variance);
    if (this.count >= this.period) this.value = Math.sqrt(this.variance);
  }

  save(): Json {
    return [this.count, this.variance, saveNumber(this.close), saveNumber(this.value)];
  }

  restore(saved: Json): void {
    const [count, variance, close, value] = saved as readonly [number, number, Json, Json];
    this.count = count;
    this.variance = variance;
    this.close = restoreNumber(close);
    this.value = restoreNumber(value);
  }
}

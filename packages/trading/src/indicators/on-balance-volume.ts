/**
 * On-balance volume (J. Granville, New Key to Stock Market Profits, 1963), in the source's unit of volume: starts at 0; a
 * bar's volume is added where it closed above the bar before, taken off where below, left out where equal.
 */
export class OnBalanceVolume {
  value = 0;
  private close = NaN;

  push(close: number, volume: number): void {
    if (close > this.close) this.value += volume;
    else if (close < this.close) this.value -= volume;
    this.close = close;
  }
}

import type { Candle } from "../candle.ts";

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

/** The same as plain JSON, as bots keep it. */
export interface VolumeBalance {
  /** 0 before and on the first bar. */
  readonly value: number;
  readonly previousClose: number | null;
}

export function createVolumeBalance(): VolumeBalance {
  return { value: 0, previousClose: null };
}

export function updateVolumeBalance(balance: VolumeBalance, { close, volume }: Candle): VolumeBalance {
  const change = balance.previousClose === null ? 0 : Math.sign(close - balance.previousClose);
  return { value: balance.value + change * volume, previousClose: close };
}

import type { Candle } from "./candle.ts";

/** Closed bars of one symbol as columns, oldest first. Times are epoch milliseconds, prices in the quote currency. */
export interface BarColumns {
  readonly length: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** In the source's unit; 0 when the source has none. */
  readonly volume: Float64Array;
}

export function createBarColumns(length: number): BarColumns {
  const column = () => new Float64Array(length);
  return { length, time: column(), open: column(), high: column(), low: column(), close: column(), volume: column() };
}

export function toBarColumns(candles: readonly Candle[]): BarColumns {
  const columns = createBarColumns(candles.length);
  candles.forEach((candle, bar) => {
    columns.time[bar] = candle.time;
    columns.open[bar] = candle.open;
    columns.high[bar] = candle.high;
    columns.low[bar] = candle.low;
    columns.close[bar] = candle.close;
    columns.volume[bar] = candle.volume;
  });
  return columns;
}

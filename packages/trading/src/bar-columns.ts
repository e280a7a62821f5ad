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

const COLUMNS = 6;

/**
 * Creates columns for a number of bars.
 * @param memory holds all columns, `barColumnBytes` long; a SharedArrayBuffer makes them visible to other threads
 */
export function createBarColumns(
  length: number,
  memory: ArrayBufferLike = new ArrayBuffer(barColumnBytes(length)),
): BarColumns {
  let next = 0;
  const column = () => new Float64Array(memory, next++ * length * Float64Array.BYTES_PER_ELEMENT, length);
  return { length, time: column(), open: column(), high: column(), low: column(), close: column(), volume: column() };
}

/** The size of the columns of a number of bars, in bytes. */
export function barColumnBytes(length: number): number {
  return COLUMNS * length * Float64Array.BYTES_PER_ELEMENT;
}

export function toBarColumns(candles: readonly Candle[]): BarColumns {
  const columns = createBarColumns(candles.length);
  candles.forEach((candle, bar) => {
    writeBar(columns, bar, candle);
  });
  return columns;
}

/** Writes a candle into the row `bar` of the columns. */
export function writeBar(columns: BarColumns, bar: number, { time, open, high, low, close, volume }: Candle): void {
  columns.time[bar] = time;
  columns.open[bar] = open;
  columns.high[bar] = high;
  columns.low[bar] = low;
  columns.close[bar] = close;
  columns.volume[bar] = volume;
}

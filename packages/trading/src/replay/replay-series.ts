import type { Candle } from "../candle.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";

/** Passes are joined while prices stay within this factor of the file's prices, up or down. */
export const MAX_SCALE = 1_000_000;
const SIGNIFICANT_DIGITS = 12;

/** A series that repeats without end. Plain JSON. */
export interface ReplaySeries {
  readonly candles: readonly Candle[];
  /** The scale of the next pass relative to this one: last close divided by first open. */
  readonly passFactor: number;
  /** The number of passes before the scale would exceed `MAX_SCALE` and the series starts again at the file's prices. */
  readonly passesPerCycle: number;
}

export interface ReplayBar {
  readonly candle: Candle;
  readonly barSequence: number;
  /** The number of complete passes before this bar. */
  readonly pass: number;
  /** The factor of the file's prices. */
  readonly scale: number;
  /**
   * False when the price does not continue from the bar before: on the very first bar, and on the first bar that is back at
   * the file's prices. Send bots a `series-break` before it.
   */
  readonly isJoined: boolean;
}

/** @throws RangeError without candles */
export function createReplaySeries(candles: readonly Candle[]): ReplaySeries {
  const first = candles[0];
  const last = candles.at(-1);
  if (first === undefined || last === undefined) throw new RangeError("a series needs a candle");
  const passFactor = last.close / first.open;
  const growth = Math.abs(Math.log(passFactor));
  const passes = Math.floor(Math.log(MAX_SCALE) / growth) + 1;
  return { candles, passFactor, passesPerCycle: Math.min(passes, Number.MAX_SAFE_INTEGER) };
}

/**
 * The bar number `barSequence` (from 0, always increasing) of the endless series. It depends only on its number, so that a
 * restart continues exactly. After the end of the file, the next pass is joined by returns: its first open is the last
 * close of the pass before. A series that grows or falls in each pass would reach absurd prices, so it starts again
 * before a million times the file's prices (or a millionth), with `isJoined` false. Bar times are those of the file, in
 * every pass.
 */
export function getReplayBar(series: ReplaySeries, barSequence: number): ReplayBar {
  const { candles, passFactor, passesPerCycle } = series;
  if (!(Number.isSafeInteger(barSequence) && barSequence >= 0)) {
    throw new RangeError(`${barSequence} is not a bar number`);
  }
  const index = barSequence % candles.length;
  const pass = (barSequence - index) / candles.length;
  const passInCycle = pass % passesPerCycle;
  const candle = candles[index];
  if (candle === undefined) throw new RangeError("a series needs a candle");
  const scale = passFactor ** passInCycle;
  const isJoined = index > 0 || passInCycle > 0;
  return { candle: scale === 1 ? candle : scaleCandle(candle, scale), barSequence, pass, scale, isJoined };
}

/** Volume is not scaled, because it counts units, not money. */
function scaleCandle({ time, open, high, low, close, volume }: Candle, scale: number): Candle {
  const scaled = (price: number) => roundPrice(Number((price * scale).toPrecision(SIGNIFICANT_DIGITS)));
  return { time, open: scaled(open), high: scaled(high), low: scaled(low), close: scaled(close), volume };
}

import type { Candle } from "../candle.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";

/** Passes are joined for as long as prices stay within this factor of the file's, either way. */
export const MAX_SCALE = 1_000_000;
const SIGNIFICANT_DIGITS = 12;

/** A series that is played without end. Plain JSON. */
export interface ReplaySeries {
  readonly candles: readonly Candle[];
  /** What the next pass is scaled by against this one: last close over first open. */
  readonly passFactor: number;
  /** Passes until the scale would leave `WIDEST_SCALE` and the series starts anew at its own prices. */
  readonly passesPerCycle: number;
}

export interface ReplayBar {
  readonly candle: Candle;
  readonly barSequence: number;
  /** How often the series has been played through before this bar. */
  readonly pass: number;
  /** What the file's prices are multiplied by. */
  readonly scale: number;
  /**
   * False on a bar whose price does not go on from the bar before (the first of all, and the first at the file's own
   * prices again): tell bots of a `series-break` before it.
   */
  readonly isJoined: boolean;
}

/** Throws a RangeError where there is no candle. */
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
 * The bar number `barSequence` (from 0, ever increasing) of the endless series, from nothing but its number, so that a
 * restart goes on exactly. When the file ends it starts again, joined by returns: the first open of a pass is the last
 * close of the pass before. A series that grows or falls from pass to pass would so leave every sensible price; before
 * it is a million times the file's prices (or a millionth) it starts anew, and says so by `isJoined`. Bar times are the file's,
 * in every pass.
 */
export function getReplayBar(series: ReplaySeries, barSequence: number): ReplayBar {
  const { candles, passFactor, passesPerCycle } = series;
  if (!(Number.isSafeInteger(barSequence) && barSequence >= 0)) {
    throw new RangeError(`there is no bar number ${barSequence}`);
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

/** Volume is left as it is: it counts things, not money. */
function scaleCandle({ time, open, high, low, close, volume }: Candle, scale: number): Candle {
  const scaled = (price: number) => roundPrice(Number((price * scale).toPrecision(SIGNIFICANT_DIGITS)));
  return { time, open: scaled(open), high: scaled(high), low: scaled(low), close: scaled(close), volume };
}

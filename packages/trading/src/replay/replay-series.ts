import type { Candle } from "../candle.ts";
import { roundPrice, SCALE_PLACES } from "../pricing/scaled-decimal.ts";
import type { Dividend } from "../simulation/dividend.ts";

/** Passes are joined while prices stay within this factor of the file's prices, up or down. */
export const MAX_SCALE = 1_000_000;
const SIGNIFICANT_DIGITS = 12;

/** A series that repeats without end. Plain JSON. */
export interface ReplaySeries {
  readonly candles: readonly Candle[];
  /** In order, at the prices of the candles. */
  readonly dividends: readonly Dividend[];
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
  /** The dividends for which it is the first bar without, in order. */
  readonly dividends: readonly Dividend[];
  /** The next dividend of the pass after this bar, which counts as declared; `null` without one. */
  readonly nextDividend: Dividend | null;
}

/** @throws RangeError without candles */
export function createReplaySeries(candles: readonly Candle[], dividends: readonly Dividend[] = []): ReplaySeries {
  const first = candles[0];
  const last = candles.at(-1);
  if (first === undefined || last === undefined) throw new RangeError("a series needs a candle");
  const passFactor = last.close / first.open;
  const growth = Math.abs(Math.log(passFactor));
  const passes = Math.floor(Math.log(MAX_SCALE) / growth) + 1;
  return { candles, dividends, passFactor, passesPerCycle: Math.min(passes, Number.MAX_SAFE_INTEGER) };
}

/**
 * The bar number `barSequence` (from 0, always increasing) of the endless series. It depends only on its number, so that a
 * restart continues exactly. After the end of the file, the next pass is joined by returns: its first open is the last
 * close of the pass before. A series that grows or falls in each pass would reach absurd prices, so it starts again
 * before a million times the file's prices (or a millionth), with `isJoined` false. Bar times are those of the file, in
 * every pass.
 */
export function getReplayBar(series: ReplaySeries, barSequence: number): ReplayBar {
  const { candles, dividends, passFactor, passesPerCycle } = series;
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
  const before = candles[index - 1]?.time ?? candle.time;
  const next = dividends.find(({ exTime }) => exTime > candle.time) ?? null;
  return {
    candle: scale === 1 ? candle : scaleCandle(candle, scale),
    barSequence,
    pass,
    scale,
    isJoined,
    dividends: dividends
      .filter(({ exTime }) => exTime > before && exTime <= candle.time)
      .map((dividend) => scaleDividend(dividend, scale)),
    nextDividend: next && scaleDividend(next, scale),
  };
}

/** Volume is not scaled, because it counts units, not money. */
function scaleCandle({ time, open, high, low, close, volume }: Candle, scale: number): Candle {
  const scaled = (price: number) => roundPrice(Number((price * scale).toPrecision(SIGNIFICANT_DIGITS)));
  return { time, open: scaled(open), high: scaled(high), low: scaled(low), close: scaled(close), volume };
}

function scaleDividend({ exTime, amount }: Dividend, scale: number): Dividend {
  return scale === 1 ? { exTime, amount } : { exTime, amount: (Number(amount) * scale).toFixed(SCALE_PLACES) };
}

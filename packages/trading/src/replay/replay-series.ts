import type { Candle } from "../candle.ts";
import type { Dividend } from "../simulation/dividend.ts";

/** The bars of one file, played once from the first to the last. Plain JSON. */
export interface ReplaySeries {
  readonly candles: readonly Candle[];
  /** In order, at the prices of the candles. */
  readonly dividends: readonly Dividend[];
}

export interface ReplayBar {
  readonly candle: Candle;
  /** The dividends for which it is the first bar without, in order. */
  readonly dividends: readonly Dividend[];
  /** The next dividend after this bar, which counts as declared; `null` without one. */
  readonly nextDividend: Dividend | null;
}

/** @throws RangeError without candles */
export function createReplaySeries(candles: readonly Candle[], dividends: readonly Dividend[] = []): ReplaySeries {
  if (candles.length === 0) throw new RangeError("a series needs a candle");
  return { candles, dividends };
}

/**
 * The bar at `index` (from 0) of a series; `null` after its last bar.
 * @throws RangeError when `index` is not a whole number from 0
 */
export function getReplayBar({ candles, dividends }: ReplaySeries, index: number): ReplayBar | null {
  if (!(Number.isSafeInteger(index) && index >= 0)) throw new RangeError(`${index} is not a bar number`);
  const candle = candles[index];
  if (candle === undefined) return null;
  const before = candles[index - 1]?.time ?? candle.time;
  return {
    candle,
    dividends: dividends.filter(({ exTime }) => exTime > before && exTime <= candle.time),
    nextDividend: dividends.find(({ exTime }) => exTime > candle.time) ?? null,
  };
}

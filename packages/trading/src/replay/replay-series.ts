import { type Candle, type Interval, intervalMs, type Market, markets } from "../candle.ts";
import type { Dividend } from "../simulation/dividend.ts";

export type ReplayFileName =
  | { readonly ok: true; readonly market: Market; readonly symbol: string; readonly interval: Interval }
  | { readonly ok: false; readonly reason: string };

const fileNamePattern = /^([^_]+)_([A-Za-z0-9][A-Za-z0-9._-]*)_([^_]+)\.csv$/;

/** Parses the name of a replay file, `{market}_{SYMBOL}_{1m,1h,1d}.csv`, or gives the reason why it is not one. */
export function parseReplayFileName(fileName: string): ReplayFileName {
  const match = fileNamePattern.exec(fileName);
  if (match === null) return { ok: false, reason: "the name is not {market}_{SYMBOL}_{1m,1h,1d}.csv" };
  const [, marketWord = "", symbol = "", intervalWord = ""] = match;
  const market = markets.find((known) => known === marketWord);
  if (market === undefined) return { ok: false, reason: `${marketWord} is not one of ${markets.join(", ")}` };
  if (!isInterval(intervalWord)) {
    return { ok: false, reason: `${intervalWord} is not one of ${Object.keys(intervalMs).join(", ")}` };
  }
  return { ok: true, market, symbol, interval: intervalWord };
}

/** The name of the file with the splits and dividends of a series, `{market}_{SYMBOL}_actions.csv`. */
export function toActionsFileName(market: Market, symbol: string): string {
  return `${market}_${symbol}_actions.csv`;
}

function isInterval(word: string): word is Interval {
  return Object.hasOwn(intervalMs, word);
}

/** The symbol of a file as the product shows it: currencies and coins as BTC/USD, shares and indices unchanged. */
export function formatReplaySymbol(market: Market, symbol: string): string {
  const isPair = (market === "forex" || market === "crypto") && /^[A-Z]{6}$/.test(symbol);
  return isPair ? `${symbol.slice(0, 3)}/${symbol.slice(3)}` : symbol;
}

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

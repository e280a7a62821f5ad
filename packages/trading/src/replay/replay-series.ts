import { type Candle, type Interval, intervalMs, type Market, markets } from "../candle.ts";
import type { Dividend } from "../simulation/dividend.ts";

export type ReplayFileName =
  | { readonly ok: true; readonly market: Market; readonly symbol: string; readonly interval: Interval }
  | { readonly ok: false; readonly reason: string };

const fileNamePattern = /^([^_]+)_([A-Za-z0-9][A-Za-z0-9._-]*)_([^_]+)\.csv$/;
/** Raw prices of a share, as a source names them. Its splits and dividends are in `dividends_{symbol}.csv`. */
const rawSharePattern = /^stock_([a-z][a-z.-]*)_1d\.csv$/;

/**
 * Parses the name of a replay file, `{market}_{SYMBOL}_{1m,1h,1d}.csv` or `stock_{symbol}_1d.csv`, or gives the reason why it
 * is not one.
 */
export function parseReplayFileName(fileName: string): ReplayFileName {
  const [, share] = rawSharePattern.exec(fileName) ?? [];
  if (share !== undefined) return { ok: true, market: "stocks", symbol: share.toUpperCase(), interval: "1d" };
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

/**
 * The name of the file with the splits and dividends of a file of bars: `{market}_{SYMBOL}_actions.csv`, or
 * `dividends_{symbol}.csv` for `stock_{symbol}_1d.csv`; `null` when the name of the file of bars does not say its symbol.
 */
export function toActionsFileName(barsFileName: string): string | null {
  const [, share] = rawSharePattern.exec(barsFileName) ?? [];
  if (share !== undefined) return `dividends_${share}.csv`;
  const name = parseReplayFileName(barsFileName);
  return name.ok ? `${name.market}_${name.symbol}_actions.csv` : null;
}

/** True for the name of a file of splits and dividends, which is read with its bars. */
export function isActionsFileName(fileName: string): boolean {
  return fileName.endsWith("_actions.csv") || /^dividends_[a-z.-]+\.csv$/.test(fileName);
}

function isInterval(word: string): word is Interval {
  return Object.hasOwn(intervalMs, word);
}

/** The symbol of a file as the product shows it: currencies and coins as BTC/USD, shares and indices unchanged. */
export function formatReplaySymbol(market: Market, symbol: string): string {
  const isPair = (market === "forex" || market === "crypto") && /^[A-Za-z]{6}$/.test(symbol);
  return isPair ? `${symbol.slice(0, 3)}/${symbol.slice(3)}`.toUpperCase() : symbol;
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

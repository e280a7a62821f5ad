import type { Market } from "../candle.ts";
import type { ShockWeights } from "./volatility-model.ts";

/** Symbols that share their factors and their calm and active times. Indices are made of stocks, so they are one group. */
export type FactorGroup = "dollar" | "coins" | "shares" | "raw-materials" | "bonds";

/** Company news moves one share. Other news moves every symbol of its group, but bonds stand alone. */
const groupsWithCommonJumps: readonly FactorGroup[] = ["dollar", "coins", "raw-materials"];

const factorGroups: Readonly<Record<Exclude<Market, "portfolio">, FactorGroup>> = {
  forex: "dollar",
  crypto: "coins",
  stocks: "shares",
  indices: "shares",
  commodities: "raw-materials",
};

/** A fund moves with what it holds. */
const fundGroups: Readonly<Record<string, FactorGroup>> = { SPY: "shares", IEF: "bonds", GLD: "raw-materials" };

/** @throws RangeError for a fund that is not simulated */
export function getFactorGroup(market: Market, symbol: string): FactorGroup {
  const group = market === "portfolio" ? fundGroups[symbol] : factorGroups[market];
  if (group === undefined) throw new RangeError(`${symbol} has no factor group`);
  return group;
}

/**
 * The weights of a group's two factors in each symbol's moves. The first is the group's common factor: the fall of the
 * dollar (a positive weight where it is the quote currency, a negative one where it is the base), the coins, the stock
 * market, the metals. The second is what else some of them share: distance from Europe, technology. Fitted by least squares to
 * the correlations in `fitting/recorded-correlations.ts`. GARCH variances and the jumps of shares are a symbol's own, so
 * correlations of prices are a little lower than those of the weights.
 */
const factorWeights: Readonly<Record<string, readonly [common: number, second: number]>> = {
  "EUR/USD": [0.91, 0],
  "GBP/USD": [0.74, 0.28],
  "USD/JPY": [-0.35, 0.26],
  "AUD/USD": [0.64, 0.36],
  "USD/CHF": [-0.9, 0.4],
  "BTC/USD": [0.91, 0],
  "ETH/USD": [0.91, 0],
  "SOL/USD": [0.82, 0],
  "XRP/USD": [0.8, 0],
  "LTC/USD": [0.87, 0],
  AAPL: [0.61, 0.38],
  GOOGL: [0.61, 0.41],
  TSLA: [0.49, 0.34],
  MSFT: [0.61, 0.27],
  AMZN: [0.59, 0.42],
  IBM: [0.69, 0.1],
  KO: [0.5, -0.51],
  JNJ: [0.51, -0.33],
  GOLD: [0.83, 0],
  OIL: [0.33, 0],
  SILVER: [0.92, 0],
  SPX: [0.99, 0],
  NASDAQ: [0.91, 0.32],
  DOW: [0.97, -0.17],
  SPY: [0.99, 0],
  IEF: [0, 0],
  GLD: [0.95, 0],
};

/** @throws RangeError for a symbol without weights */
export function getShockWeights(symbol: string, group: FactorGroup): ShockWeights {
  const factors = factorWeights[symbol];
  if (factors === undefined) throw new RangeError(`${symbol} has no factor weights`);
  const common = factors.reduce((sum, weight) => sum + weight * weight, 0);
  return { factors, own: Math.sqrt(1 - common), haveCommonJumps: groupsWithCommonJumps.includes(group) };
}

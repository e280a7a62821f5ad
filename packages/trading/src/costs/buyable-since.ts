import type { Market } from "../candle.ts";

/** ISO days. Before them, the costs of costs.md assume something that could not be bought. */
const BY_MARKET: Readonly<Partial<Record<Market, string>>> = {
  // The first exchange-traded index fund in the United States, SPY.
  indices: "1993-01-29",
  // The first perpetual future on bitcoin, whose funding is counted.
  crypto: "2016-05-13",
  // The end of fixed commissions in New York.
  stocks: "1975-05-01",
  // The first exchange-traded fund on oil, USO.
  commodities: "2006-04-10",
};
/** The first exchange-traded funds on gold, GLD, and on silver, SLV. */
const METALS: readonly (readonly [RegExp, string])[] = [
  [/^(?:GOLD|XAU)/, "2004-11-18"],
  [/^(?:SILVER|XAG)/, "2006-04-28"],
];

/** Funds of all three parts of the core portfolios exist since the first one on gold. */
export const CORE_BUYABLE_SINCE = "2004-11-18";

/** The day from which a symbol could be bought as its costs assume; null when no such day is known. */
function findBuyableSince(market: Market, symbol: string): string | null {
  const metal = METALS.find(([pattern]) => market === "commodities" && pattern.test(symbol));
  return metal?.[1] ?? BY_MARKET[market] ?? null;
}

/** The latest of these days when the record starts before it; otherwise null. */
export function findCouldNotBuyBefore(market: Market, symbols: readonly string[], from: string): string | null {
  const days = symbols.flatMap((symbol) => findBuyableSince(market, symbol) ?? []).sort();
  const latest = days.at(-1);
  return latest !== undefined && from < latest ? latest : null;
}

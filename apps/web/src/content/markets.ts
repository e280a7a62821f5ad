import type { Market } from "@wazi/contracts";

export const marketNames: Readonly<Record<Market, string>> = {
  forex: "Forex",
  crypto: "Crypto",
  stocks: "Stocks",
  commodities: "Commodities",
  indices: "Indices",
};

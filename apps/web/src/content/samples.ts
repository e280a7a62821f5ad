import type { Market } from "@wazi/contracts";

/**
 * Sample figures for an installation without a record of its own. They are always tagged as samples and never shown in
 * live mode.
 */
export const samplePanel = { totalProfit: "12480.50", activeTrades: "8", winRatePct: "87.3" } as const;

export const samplePerformance = {
  figures: [
    { label: "Total profits", figure: "$2.4M+" },
    { label: "Average win rate", figure: "87.3%" },
    { label: "Successful trades", figure: "15,847" },
    { label: "Active users", figure: "3,421" },
  ],
  topBots: [
    { name: "Crypto-Whale-07", returnPct: "34.2" },
    { name: "Alpha-Forex-01", returnPct: "28.7" },
    { name: "Gold-Trader-02", returnPct: "22.4" },
  ],
  marketDistribution: [
    { market: "forex", pct: "35" },
    { market: "crypto", pct: "28" },
    { market: "stocks", pct: "20" },
    { market: "commodities", pct: "12" },
    { market: "indices", pct: "5" },
  ],
} as const;

/** The bots and symbols of the sample activity. */
export const sampleBots: readonly (readonly [name: string, market: Market])[] = [
  ["Alpha-Forex-01", "forex"],
  ["Crypto-Whale-07", "crypto"],
  ["Stock-Titan-05", "stocks"],
  ["Index-Pro-04", "indices"],
  ["Gold-Trader-02", "commodities"],
  ["Crypto-Scalper-03", "crypto"],
];
export const sampleSymbols: Readonly<Record<Market, readonly string[]>> = {
  forex: ["EUR/USD", "GBP/USD", "USD/JPY", "AUD/USD", "USD/CHF"],
  crypto: ["BTC/USD", "ETH/USD", "SOL/USD", "XRP/USD"],
  stocks: ["AAPL", "GOOGL", "TSLA", "MSFT", "AMZN"],
  commodities: ["GOLD", "OIL", "SILVER"],
  indices: ["SPX", "NASDAQ", "DOW"],
};

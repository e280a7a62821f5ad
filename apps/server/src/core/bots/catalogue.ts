import type { Market } from "@wazi/contracts";

export interface CatalogueBot {
  name: string;
  market: Market;
  strategy: string;
  description: string;
  /** Sample figures, shown as such until the bot has a record of its own. */
  winRate: string;
  totalTrades: number;
}

/** The bots in the order in which packages unlock them. */
export const catalogue: readonly CatalogueBot[] = [
  {
    name: "Alpha-Forex-01",
    market: "forex",
    strategy: "Scalping",
    description: "Takes many small moves in the major currency pairs, each with a tight stop.",
    winRate: "87.30",
    totalTrades: 1247,
  },
  {
    name: "Crypto-Whale-07",
    market: "crypto",
    strategy: "Volume-Analysis",
    description: "Follows breakouts in large coins, up or down, with a stop from the start.",
    winRate: "88.90",
    totalTrades: 2156,
  },
  {
    name: "Stock-Titan-05",
    market: "stocks",
    strategy: "Momentum",
    description: "Follows breakouts in large shares, up or down, with a stop from the start.",
    winRate: "78.20",
    totalTrades: 562,
  },
  {
    name: "Index-Pro-04",
    market: "indices",
    strategy: "Swing-Trading",
    description: "Follows breakouts in stock indices, up or down, with a stop from the start.",
    winRate: "80.10",
    totalTrades: 728,
  },
  {
    name: "Gold-Trader-02",
    market: "commodities",
    strategy: "Trend-Following",
    description: "Follows breakouts in gold and other commodities, with a stop from the start.",
    winRate: "85.40",
    totalTrades: 934,
  },
  {
    name: "Crypto-Scalper-03",
    market: "crypto",
    strategy: "Scalping",
    description: "Takes many small moves in large coins, each with a tight stop.",
    winRate: "82.50",
    totalTrades: 3421,
  },
  {
    name: "Forex-Titan-06",
    market: "forex",
    strategy: "Trend-Following",
    description: "Follows long breakouts in the major currency pairs, with a stop from the start.",
    winRate: "84.70",
    totalTrades: 1893,
  },
  {
    name: "Stock-Dividend-08",
    market: "stocks",
    strategy: "Dividend-Capture",
    description: "Follows long breakouts in large shares, up or down, with a wide stop.",
    winRate: "76.80",
    totalTrades: 645,
  },
];

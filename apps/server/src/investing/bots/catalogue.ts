import type { Market } from "@wazi/contracts";

export interface ListedBot {
  name: string;
  market: Market;
  strategy: string;
  description: string;
  /** Seed data of the catalogue. No call answers with it and no screen shows it. */
  winRate: string;
  totalTrades: number;
}

/** The bots in the order in which packages unlock them. */
export const catalogue: readonly ListedBot[] = [
  {
    name: "Alpha-Forex-01",
    market: "forex",
    strategy: "Scalping",
    description:
      "Buys or sells short when two short averages of a currency pair cross and the target pays the costs several times over; exits after a few bars.",
    winRate: "87.30",
    totalTrades: 1247,
  },
  {
    name: "Crypto-Whale-07",
    market: "crypto",
    strategy: "Volume-Analysis",
    description:
      "Buys breakouts of large coins with volume flowing in and sells short those with volume flowing out, with a stop from the start.",
    winRate: "88.90",
    totalTrades: 2156,
  },
  {
    name: "Stock-Titan-05",
    market: "stocks",
    strategy: "Momentum",
    description:
      "Holds a large share while its price is above its long average and stays out below it, with less money in restless markets.",
    winRate: "78.20",
    totalTrades: 562,
  },
  {
    name: "Index-Pro-04",
    market: "indices",
    strategy: "Swing-Trading",
    description:
      "Holds a stock index while its price is above its long average and stays out below it, with less money in restless markets.",
    winRate: "80.10",
    totalTrades: 728,
  },
  {
    name: "Gold-Trader-02",
    market: "commodities",
    strategy: "Trend-Following",
    description: "Follows long breakouts in gold and other commodities, up or down, with a stop from the start.",
    winRate: "85.40",
    totalTrades: 934,
  },
  {
    name: "Crypto-Scalper-03",
    market: "crypto",
    strategy: "Scalping",
    description:
      "Buys or sells short when two averages of a large coin cross and the target pays the costs several times over; exits after a few bars.",
    winRate: "82.50",
    totalTrades: 3421,
  },
  {
    name: "Forex-Titan-06",
    market: "forex",
    strategy: "Trend-Following",
    description: "Follows long breakouts in the major currency pairs, up or down, with a stop from the start.",
    winRate: "84.70",
    totalTrades: 1893,
  },
  {
    name: "Stock-Dividend-08",
    market: "stocks",
    strategy: "Dividend-Capture",
    description:
      "Buys dividend-paying shares ahead of a declared ex-date and holds them over it, with a wide stop; without declared dividends it follows only the long average.",
    winRate: "76.80",
    totalTrades: 645,
  },
];

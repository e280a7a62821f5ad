import { type BotConfig, type BotInstrument, createBotConfig } from "../bot/bot-config.ts";
import { type Interval, intervalMs, type Market } from "../candle.ts";
import { getCalendar } from "../costs/sessions.ts";
import { getSymbolCosts } from "../simulation/simulated-symbols.ts";
import type { AllocationStrategy } from "../strategies/allocation-strategy.ts";
import { dividendCapture } from "../strategies/dividend-capture.ts";
import { scalping } from "../strategies/scalping.ts";
import type { Strategy, Parameters } from "../strategies/strategy.ts";
import { trendFilter } from "../strategies/trend-filter.ts";
import { trendFollowing } from "../strategies/trend-following.ts";
import { volumeAnalysis } from "../strategies/volume-analysis.ts";

/** All that is decided about a bot: its place is its place in the list. */
export interface BotDefinition {
  readonly name: string;
  readonly market: Market;
  /** The name of its kind of strategy in the catalogue. The strategy itself is described in docs/explanation/strategies.md. */
  readonly family: string;
  readonly description: string;
  readonly strategy: Strategy;
  readonly parameters: Parameters;
  readonly size: BotSize;
  /** Its symbols on the simulated feed. */
  readonly symbols: readonly string[];
  /**
   * Figures that the specification gives for its row of trading_bots. They are stored and nothing more: no call answers with them and
   * no screen shows them, because every figure of the product is computed from its ledger. A later bot has none.
   */
  readonly specified?: { readonly winRate: string; readonly totalTrades: number };
}

/** A core portfolio, which decides once a month on the weights of all its funds. */
export type PortfolioDefinition = Omit<BotDefinition, "strategy" | "specified"> & {
  readonly strategy: AllocationStrategy;
};

/** The size of a bot's trades. It depends on volatility through the stops (`computeExposure`). */
export interface BotSize {
  /** The fraction of the nav that a trade on daily bars loses at its stop, before costs. */
  readonly dailyBarRisk: number;
  /**
   * How long a trade lasts: a number of `bars`, with less risk on shorter bars (see `computeRiskPerTrade`), or a time in
   * `hours`, with the same risk for all bar lengths.
   */
  readonly heldFor: "bars" | "hours";
  /** The largest fraction of the nav that it trades. */
  readonly maximumExposure: number;
}

/**
 * The shortest bars on which a bot decides. Within a minute a price moves less than a round trip costs, so a rule that decides
 * every minute mostly pays costs. Stops and targets are still checked on every bar of the feed.
 */
export const DECISION_INTERVAL: Interval = "1h";

/** Scalpers trade more often than trend followers and pay costs each time, so they risk less per trade. */
const scalpSize: BotSize = { dailyBarRisk: 0.005, heldFor: "bars", maximumExposure: 0.1 };
const swingSize: BotSize = { dailyBarRisk: 0.01, heldFor: "bars", maximumExposure: 0.5 };
/** Eight standard deviations to the stop and 6 % at risk: a target of 12 % volatility a year on daily bars. */
const filterSize: BotSize = { dailyBarRisk: 0.06, heldFor: "bars", maximumExposure: 1 };
const captureSize: BotSize = { dailyBarRisk: 0.01, heldFor: "hours", maximumExposure: 0.5 };

/** A long channel and a wide stop give few trades and low costs. */
const longChannel = { entry: 120, exit: 60, atr: 20, stopAtr: 5 } as const;

/** Scalps only where the average range is worth several round trips, and never longer than half a day of hourly bars. */
const rareScalps = { fast: 8, slow: 21, targetAtr: 3, costMultiple: 4, maximumBars: 12 } as const;

const forexSymbols = ["EUR/USD", "GBP/USD", "USD/JPY", "AUD/USD", "USD/CHF"] as const;
const cryptoSymbols = ["BTC/USD", "ETH/USD", "SOL/USD", "XRP/USD"] as const;
const stockSymbols = ["AAPL", "GOOGL", "TSLA", "MSFT", "AMZN"] as const;
const dividendPayers = ["AAPL", "MSFT", "IBM", "KO", "JNJ"] as const;
const commoditySymbols = ["GOLD", "OIL", "SILVER"] as const;
const indexSymbols = ["SPX", "NASDAQ", "DOW"] as const;

/** The eight bots in the order in which packages unlock them. The first start of an installation stores them. */
export const botCatalogue: readonly BotDefinition[] = [
  {
    name: "Alpha-Forex-01",
    market: "forex",
    family: "Scalping",
    description:
      "Buys or sells short when two short averages of a currency pair cross and the target pays the costs several times over; exits after a few bars.",
    symbols: forexSymbols,
    strategy: scalping,
    parameters: rareScalps,
    size: scalpSize,
    specified: { winRate: "87.30", totalTrades: 1247 },
  },
  {
    name: "Crypto-Whale-07",
    market: "crypto",
    family: "Volume-Analysis",
    description:
      "Buys breakouts of large coins with volume flowing in and sells short those with volume flowing out, with a stop from the start.",
    symbols: cryptoSymbols,
    strategy: volumeAnalysis,
    parameters: {},
    size: swingSize,
    specified: { winRate: "88.90", totalTrades: 2156 },
  },
  {
    name: "Stock-Titan-05",
    market: "stocks",
    family: "Momentum",
    description:
      "Holds a large share while its price is above its long average and stays out below it, with less money in restless markets.",
    symbols: stockSymbols,
    strategy: trendFilter,
    parameters: {},
    size: filterSize,
    specified: { winRate: "78.20", totalTrades: 562 },
  },
  {
    name: "Index-Pro-04",
    market: "indices",
    family: "Swing-Trading",
    description:
      "Holds a stock index while its price is above its long average and stays out below it, with less money in restless markets.",
    symbols: indexSymbols,
    strategy: trendFilter,
    parameters: {},
    size: filterSize,
    specified: { winRate: "80.10", totalTrades: 728 },
  },
  {
    name: "Gold-Trader-02",
    market: "commodities",
    family: "Trend-Following",
    description: "Follows long breakouts in gold and other commodities, up or down, with a stop from the start.",
    symbols: commoditySymbols,
    strategy: trendFollowing,
    parameters: longChannel,
    size: swingSize,
    specified: { winRate: "85.40", totalTrades: 934 },
  },
  {
    name: "Crypto-Scalper-03",
    market: "crypto",
    family: "Scalping",
    description:
      "Buys or sells short when two averages of a large coin cross and the target pays the costs several times over; exits after a few bars.",
    symbols: cryptoSymbols,
    strategy: scalping,
    parameters: rareScalps,
    size: scalpSize,
    specified: { winRate: "82.50", totalTrades: 3421 },
  },
  {
    name: "Forex-Titan-06",
    market: "forex",
    family: "Trend-Following",
    description: "Follows long breakouts in the major currency pairs, up or down, with a stop from the start.",
    symbols: forexSymbols,
    strategy: trendFollowing,
    parameters: longChannel,
    size: swingSize,
    specified: { winRate: "84.70", totalTrades: 1893 },
  },
  {
    name: "Stock-Dividend-08",
    market: "stocks",
    family: "Dividend-Capture",
    description:
      "Buys dividend-paying shares ahead of a declared ex-date and holds them over it, with a wide stop; without declared dividends it follows only the long average.",
    symbols: dividendPayers,
    strategy: dividendCapture,
    parameters: {},
    size: captureSize,
    specified: { winRate: "76.80", totalTrades: 645 },
  },
];

/**
 * Builds the bot's config for the given symbols: those of its market in the feed, with their bar lengths. By default it uses
 * the bot's simulated symbols, which have one-minute bars and trade at all times; the given ones trade in the hours of their
 * real venues.
 * @param findBillReturn the return of bills in a month (`toMonth`), for a core portfolio
 */
export function buildBotConfig(
  bot: BotDefinition | PortfolioDefinition,
  feedSymbols?: readonly { readonly symbol: string; readonly interval: Interval }[],
  findBillReturn?: BotConfig["findBillReturn"],
): BotConfig {
  const { name, market, strategy, size } = bot;
  const { maximumExposure } = size;
  const symbols = feedSymbols ?? bot.symbols.map((symbol) => ({ symbol, interval: "1m" as const }));
  const instruments = symbols.map(({ symbol, interval }): BotInstrument => {
    return {
      symbol,
      interval,
      costs: getSymbolCosts(market, symbol),
      ...(feedSymbols === undefined ? {} : { calendar: getCalendar(market, symbol) }),
      riskPerTrade: computeRiskPerTrade(size, chooseLonger(interval, DECISION_INTERVAL)),
    };
  });
  return createBotConfig({
    name,
    market,
    instruments,
    strategy,
    parameters: bot.parameters,
    decisionInterval: DECISION_INTERVAL,
    maximumExposure,
    ...(findBillReturn && { findBillReturn }),
  });
}

function chooseLonger(one: Interval, other: Interval): Interval {
  return intervalMs[one] >= intervalMs[other] ? one : other;
}

/** Risk grows with the square root of time, like price moves. Shorter trades are more frequent, so each risks less. */
function computeRiskPerTrade({ dailyBarRisk, heldFor }: BotSize, interval: Interval): number {
  return heldFor === "hours" ? dailyBarRisk : dailyBarRisk * Math.sqrt(intervalMs[interval] / intervalMs["1d"]);
}

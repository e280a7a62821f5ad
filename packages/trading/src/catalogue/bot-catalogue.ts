import { type BotConfig, type BotInstrument, createBotConfig } from "../bot/bot-config.ts";
import { type Interval, intervalMs, type Market } from "../candle.ts";
import { getCalendar } from "../costs/sessions.ts";
import { getSymbolCosts } from "../simulation/simulated-symbols.ts";
import { dividendCapture } from "../strategies/dividend-capture.ts";
import { scalping } from "../strategies/scalping.ts";
import type { Strategy, Parameters } from "../strategies/strategy.ts";
import { trendFilter } from "../strategies/trend-filter.ts";
import { trendFollowing } from "../strategies/trend-following.ts";
import { volumeAnalysis } from "../strategies/volume-analysis.ts";

/** The definition of one of the eight bots, for every feed. */
export interface BotDefinition {
  readonly name: string;
  readonly market: Market;
  /** The name of its kind of strategy in the catalogue. The strategy itself is described in docs/explanation/strategies.md. */
  readonly family: string;
  readonly strategy: Strategy;
  readonly parameters: Parameters;
  readonly size: BotSize;
  /** Its symbols on the simulated feed. */
  readonly symbols: readonly string[];
}

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

/** The eight bots in the order of the catalogue. */
export const botCatalogue: readonly BotDefinition[] = [
  buildBot("Alpha-Forex-01", "forex", "Scalping", forexSymbols, scalping, rareScalps, scalpSize),
  buildBot("Crypto-Whale-07", "crypto", "Volume-Analysis", cryptoSymbols, volumeAnalysis),
  buildBot("Stock-Titan-05", "stocks", "Momentum", stockSymbols, trendFilter, {}, filterSize),
  buildBot("Index-Pro-04", "indices", "Swing-Trading", indexSymbols, trendFilter, {}, filterSize),
  buildBot("Gold-Trader-02", "commodities", "Trend-Following", commoditySymbols, trendFollowing, longChannel),
  buildBot("Crypto-Scalper-03", "crypto", "Scalping", cryptoSymbols, scalping, rareScalps, scalpSize),
  buildBot("Forex-Titan-06", "forex", "Trend-Following", forexSymbols, trendFollowing, longChannel),
  buildBot("Stock-Dividend-08", "stocks", "Dividend-Capture", dividendPayers, dividendCapture, {}, captureSize),
];

/**
 * Builds the bot's config for the given symbols: those of its market in the feed, with their bar lengths. By default it uses
 * the bot's simulated symbols, which have one-minute bars and trade at all times; the given ones trade in the hours of their
 * real venues.
 */
export function buildBotConfig(
  bot: BotDefinition,
  feedSymbols?: readonly { readonly symbol: string; readonly interval: Interval }[],
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
  });
}

function chooseLonger(one: Interval, other: Interval): Interval {
  return intervalMs[one] >= intervalMs[other] ? one : other;
}

/** Risk grows with the square root of time, like price moves. Shorter trades are more frequent, so each risks less. */
function computeRiskPerTrade({ dailyBarRisk, heldFor }: BotSize, interval: Interval): number {
  return heldFor === "hours" ? dailyBarRisk : dailyBarRisk * Math.sqrt(intervalMs[interval] / intervalMs["1d"]);
}

function buildBot(
  name: string,
  market: Market,
  family: string,
  symbols: readonly string[],
  strategy: Strategy,
  parameters: Parameters = {},
  size: BotSize = swingSize,
): BotDefinition {
  return { name, market, family, strategy, parameters, size, symbols };
}

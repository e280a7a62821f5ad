import { type BotConfig, type BotInstrument, createBotConfig } from "../bot/bot-config.ts";
import { type Interval, intervalMs, type Market } from "../candle.ts";
import { getCalendar } from "../costs/sessions.ts";
import { getSymbolCosts } from "../simulation/simulated-symbols.ts";
import { dividendCapture } from "../strategies/dividend-capture.ts";
import { momentum } from "../strategies/momentum.ts";
import { scalping } from "../strategies/scalping.ts";
import type { BotStrategy, Parameters } from "../strategies/strategy.ts";
import { swingTrading } from "../strategies/swing-trading.ts";
import { trendFollowing } from "../strategies/trend-following.ts";
import { volumeAnalysis } from "../strategies/volume-analysis.ts";

/** The definition of one of the eight bots, for every feed. */
export interface BotDefinition {
  readonly name: string;
  readonly market: Market;
  /** The name of its strategy in the catalogue. */
  readonly family: string;
  readonly strategy: BotStrategy;
  readonly parameters: Parameters;
  /** Used when all its bars are one-minute bars. Their moves are small compared to the costs, so it looks further back. */
  readonly minuteParameters?: Parameters;
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

/** Scalpers trade more often than trend followers and pay costs each time, so they risk less per trade. */
const swingSize: BotSize = { dailyBarRisk: 0.01, heldFor: "bars", maximumExposure: 0.5 };
const scalpSize: BotSize = { dailyBarRisk: 0.002, heldFor: "bars", maximumExposure: 0.025 };
const captureSize: BotSize = { dailyBarRisk: 0.01, heldFor: "hours", maximumExposure: 0.5 };

/** A long channel and a wide stop give few trades and low costs. */
const longChannel = { entry: 120, exit: 60, atr: 20, stopAtr: 5 } as const;

/** The same for one-minute bars: 8 and 4 hours. */
const hoursChannel = { entry: 480, exit: 240, atr: 60, stopAtr: 8 } as const;

const forexSymbols = ["EUR/USD", "GBP/USD", "USD/JPY", "AUD/USD", "USD/CHF"] as const;
const cryptoSymbols = ["BTC/USD", "ETH/USD", "SOL/USD", "XRP/USD"] as const;
const stockSymbols = ["AAPL", "GOOGL", "TSLA", "MSFT", "AMZN"] as const;
const dividendPayers = ["AAPL", "MSFT", "IBM", "KO", "JNJ"] as const;
const commoditySymbols = ["GOLD", "OIL", "SILVER"] as const;
const indexSymbols = ["SPX", "NASDAQ", "DOW"] as const;

/** The eight bots in the order of the catalogue, each with the strategy of its family. */
export const botCatalogue: readonly BotDefinition[] = [
  buildScalper("Alpha-Forex-01", "forex", forexSymbols, { fast: 4, slow: 9, maximumBars: 2 }),
  {
    ...buildSwinger("Crypto-Whale-07", "crypto", cryptoSymbols, volumeAnalysis),
    minuteParameters: { average: 300, confirm: 300, exit: 150, stopAtr: 8 },
  },
  buildSwinger("Stock-Titan-05", "stocks", stockSymbols, momentum),
  buildSwinger("Index-Pro-04", "indices", indexSymbols, swingTrading),
  {
    ...buildSwinger("Gold-Trader-02", "commodities", commoditySymbols, trendFollowing, longChannel),
    minuteParameters: hoursChannel,
  },
  {
    ...buildScalper("Crypto-Scalper-03", "crypto", cryptoSymbols, { fast: 8, slow: 21, maximumBars: 2 }),
    minuteParameters: { fast: 21, slow: 55, maximumBars: 4 },
  },
  {
    ...buildSwinger("Forex-Titan-06", "forex", forexSymbols, trendFollowing, longChannel),
    minuteParameters: hoursChannel,
  },
  {
    ...buildSwinger("Stock-Dividend-08", "stocks", dividendPayers, dividendCapture),
    size: captureSize,
  },
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
      riskPerTrade: computeRiskPerTrade(size, interval),
      ...(feedSymbols === undefined ? {} : { calendar: getCalendar(market, symbol) }),
    };
  });
  const isByMinute = instruments.every(({ interval }) => interval === "1m");
  const parameters = { ...bot.parameters, ...(isByMinute ? bot.minuteParameters : {}) };
  return createBotConfig({ name, market, instruments, strategy, parameters, maximumExposure });
}

/** Risk grows with the square root of time, like price moves. Shorter trades are more frequent, so each risks less. */
function computeRiskPerTrade({ dailyBarRisk, heldFor }: BotSize, interval: Interval): number {
  return heldFor === "hours" ? dailyBarRisk : dailyBarRisk * Math.sqrt(intervalMs[interval] / intervalMs["1d"]);
}

function buildScalper(name: string, market: Market, symbols: readonly string[], parameters: Parameters): BotDefinition {
  return { ...buildSwinger(name, market, symbols, scalping, parameters), size: scalpSize };
}

/** Builds a bot whose trades last many bars. */
function buildSwinger(
  name: string,
  market: Market,
  symbols: readonly string[],
  strategy: BotStrategy,
  parameters: Parameters = {},
): BotDefinition {
  return { name, market, family: strategy.family, strategy, parameters, symbols, size: swingSize };
}

import { type BotConfig, type BotInstrument, createBotConfig } from "../bot/bot-config.ts";
import { type Interval, intervalMs, type Market } from "../candle.ts";
import { symbolCosts } from "../simulation/simulated-symbols.ts";
import { donchianAtrTrend } from "../strategies/donchian-atr-trend.ts";
import { emaAtrScalp } from "../strategies/ema-atr-scalp.ts";
import type { Parameters, Strategy } from "../strategies/strategy.ts";

/** What one of the eight bots runs, whatever the feed. */
export interface CatalogueBot {
  readonly name: string;
  readonly market: Market;
  /** The catalogue's word for what it does. */
  readonly family: string;
  readonly strategy: Strategy;
  readonly parameters: Parameters;
  /** The fraction of the nav that a trade on daily bars risks; see `riskPerTrade`. */
  readonly dailyBarRisk: number;
  readonly maximumExposure: number;
  /** Its symbols on the simulated feed. */
  readonly symbols: readonly string[];
}

/** Scalpers trade more often than trend followers and pay the costs as often: they risk less each time. */
const TREND_SIZE = { dailyBarRisk: 0.01, maximumExposure: 0.5 } as const;
const SCALP_SIZE = { dailyBarRisk: 0.0025, maximumExposure: 0.075 } as const;

/** Channels of a trend follower: the longer, the fewer trades and the less is paid in costs. */
const MIDDLE_CHANNEL = { entry: 55, exit: 20, atr: 20, stopAtr: 3 } as const;
const LONG_CHANNEL = { entry: 120, exit: 60, atr: 20, stopAtr: 5 } as const;

const FOREX = ["EUR/USD", "GBP/USD", "USD/JPY", "AUD/USD", "USD/CHF"] as const;
const CRYPTO = ["BTC/USD", "ETH/USD", "SOL/USD", "XRP/USD"] as const;
const STOCKS = ["AAPL", "GOOGL", "TSLA", "MSFT", "AMZN"] as const;
const COMMODITIES = ["GOLD", "OIL", "SILVER"] as const;
const INDICES = ["SPX", "NASDAQ", "DOW"] as const;

/** The eight bots of the catalogue, in its order. Families without a rule of their own run the closest one there is. */
export const botCatalogue: readonly CatalogueBot[] = [
  scalper("Alpha-Forex-01", "forex", FOREX, { fast: 5, slow: 13, maximumBars: 2 }),
  trend("Crypto-Whale-07", "crypto", "Volume-Analysis", CRYPTO, MIDDLE_CHANNEL),
  trend("Stock-Titan-05", "stocks", "Momentum", STOCKS, MIDDLE_CHANNEL),
  trend("Index-Pro-04", "indices", "Swing-Trading", INDICES, MIDDLE_CHANNEL),
  trend("Gold-Trader-02", "commodities", "Trend-Following", COMMODITIES, MIDDLE_CHANNEL),
  scalper("Crypto-Scalper-03", "crypto", CRYPTO, { fast: 8, slow: 21, maximumBars: 2 }),
  trend("Forex-Titan-06", "forex", "Trend-Following", FOREX, LONG_CHANNEL),
  trend("Stock-Dividend-08", "stocks", "Dividend-Capture", STOCKS, LONG_CHANNEL),
];

/**
 * The bot's config on the symbols given (those that the feed has of its market, with the length of their bars), else
 * on its simulated ones, which have one-minute bars.
 */
export function catalogueBotConfig(
  bot: CatalogueBot,
  feedSymbols?: readonly { readonly symbol: string; readonly interval: Interval }[],
): BotConfig {
  const { name, market, strategy, parameters, dailyBarRisk, maximumExposure } = bot;
  const symbols = feedSymbols ?? bot.symbols.map((symbol) => ({ symbol, interval: "1m" as const }));
  const instruments = symbols.map(({ symbol, interval }): BotInstrument => {
    return { symbol, interval, costs: symbolCosts(market, symbol), riskPerTrade: riskPerTrade(dailyBarRisk, interval) };
  });
  return createBotConfig({ name, market, instruments, strategy, parameters, maximumExposure });
}

/** Risk grows with the square root of time, as prices do: who trades on shorter bars trades more often, and risks less. */
function riskPerTrade(dailyBarRisk: number, interval: Interval): number {
  return dailyBarRisk * Math.sqrt(intervalMs[interval] / intervalMs["1d"]);
}

function scalper(name: string, market: Market, symbols: readonly string[], parameters: Parameters): CatalogueBot {
  return { name, market, family: "Scalping", strategy: emaAtrScalp, parameters, symbols, ...SCALP_SIZE };
}

function trend(
  name: string,
  market: Market,
  family: string,
  symbols: readonly string[],
  parameters: Parameters,
): CatalogueBot {
  return { name, market, family, strategy: donchianAtrTrend, parameters, symbols, ...TREND_SIZE };
}

import { type BotConfig, type BotInstrument, createBotConfig } from "../bot/bot-config.ts";
import { type Interval, intervalMs, type Market } from "../candle.ts";
import { getCalendar } from "../costs/sessions.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import { getSimulatedSymbol, getSymbolCosts } from "../simulation/simulated-symbols.ts";
import type { PartName } from "../core-portfolios/part-returns.ts";
import type { AllocationStrategy } from "../strategies/allocation-strategy.ts";
import {
  currencyTrend,
  holdFund,
  type MonthRule,
  tenMonthAverage,
  twelveMonthMomentum,
} from "../strategies/month-rules.ts";
import { scalping } from "../strategies/scalping.ts";
import type { Strategy, Parameters } from "../strategies/strategy.ts";
import { volumeAnalysis } from "../strategies/volume-analysis.ts";
import { countBars, type DecisionSchedule, hours, scheduleBars } from "./decision-schedule.ts";

/** All that is decided about a bot: its place is its place in the list. */
export interface BotDefinition {
  readonly name: string;
  readonly market: Market;
  /** The name of its kind of strategy in the catalogue. The strategy itself is described in docs/explanation/strategies.md. */
  readonly family: string;
  readonly description: string;
  readonly strategy: Strategy | AllocationStrategy;
  readonly parameters: Parameters;
  /** All that a rule with weights depends on, in months, because its strategy takes no parameters. */
  readonly ruleParameters?: Parameters;
  /** When it decides, and on which bars (`scheduleBars`): live, simulated, on a replay, in a backtest and in its evidence. */
  readonly decides: DecisionSchedule;
  readonly size: BotSize;
  /** Its symbols on the simulated and the live feed. */
  readonly symbols: readonly string[];
  /** The symbols that it trades on a replay and in its evidence, where any of them is there; otherwise all of its market. */
  readonly series?: readonly string[];
  /** The monthly prices by which it is judged (`PART_FILES`); left out for a bot that is judged on its series. */
  readonly judgedOn?: PartName;
  /** True when it buys funds with its own money: no position pays financing. */
  readonly isPaidInFull?: boolean;
  /** True when a part of its money may be in Treasury bills, which are idle cash that earns interest. */
  readonly holdsBills?: boolean;
  /**
   * Figures that the specification gives for its row of trading_bots. They are stored and nothing more: no call answers with them and
   * no screen shows them, because every figure of the product is computed from its ledger. A later bot has none.
   */
  readonly specified?: { readonly winRate: string; readonly totalTrades: number };
}

/** A core portfolio, which decides once a month on the weights of all its funds. */
export type PortfolioDefinition = Omit<BotDefinition, "strategy" | "specified"> & {
  readonly strategy: AllocationStrategy;
  readonly ruleParameters: Parameters;
  readonly holdsBills: boolean;
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

/** Scalpers trade more often than trend followers and pay costs each time, so they risk less per trade. */
const scalpSize: BotSize = { dailyBarRisk: 0.005, heldFor: "bars", maximumExposure: 0.1 };
const swingSize: BotSize = { dailyBarRisk: 0.01, heldFor: "bars", maximumExposure: 0.5 };
/** Weights of the whole nav, without leverage and without stops. */
export const wholeNav: BotSize = { dailyBarRisk: 1, heldFor: "hours", maximumExposure: 1 };

/** Scalps only where the average range is worth several round trips, and never longer than half a day. */
const rareScalps = {
  ...countBars("each-hour", { fast: hours(8), slow: hours(21), atr: hours(14), maximumBars: hours(12) }),
  targetAtr: 3,
  costMultiple: 4,
};

const volumeHours = countBars("each-hour", { average: hours(50), confirm: hours(50), exit: hours(30), atr: hours(20) });

const forexSymbols = ["EUR/USD", "GBP/USD", "USD/JPY", "AUD/USD", "USD/CHF"] as const;
const cryptoSymbols = ["BTC/USD", "ETH/USD", "SOL/USD", "XRP/USD"] as const;
/** The other nine of the ten most traded currencies, in dollars. */
const majorPairs = [
  ...["EUR/USD", "GBP/USD", "AUD/USD", "NZD/USD"],
  ...["USD/JPY", "USD/CHF", "USD/CAD", "USD/NOK", "USD/SEK"],
] as const;

/** A bot that decides once a month, with weights of its whole nav. */
const byMonths = (rule: MonthRule) =>
  ({
    strategy: rule,
    parameters: {},
    ruleParameters: rule.ruleParameters,
    decides: "month-end",
    size: wholeNav,
  }) as const;

const shareFund = { symbols: ["SPY"], series: ["SPY"], judgedOn: "shares", isPaidInFull: true } as const;

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
    decides: "each-hour",
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
    parameters: volumeHours,
    decides: "each-hour",
    size: swingSize,
    specified: { winRate: "88.90", totalTrades: 2156 },
  },
  {
    name: "Stock-Titan-05",
    market: "stocks",
    family: "Momentum",
    description:
      "Holds a broad fund of shares while it earned more than Treasury bills over twelve months, dividends included. Otherwise it stays in cash.",
    ...byMonths(twelveMonthMomentum),
    ...shareFund,
    holdsBills: true,
    specified: { winRate: "78.20", totalTrades: 562 },
  },
  {
    name: "Index-Pro-04",
    market: "indices",
    family: "Swing-Trading",
    description:
      "Holds an index fund while its value is above the average of ten months. Below it, its money stays in cash.",
    ...byMonths(tenMonthAverage),
    symbols: ["SPX"],
    series: ["SPX", "SPY"],
    judgedOn: "shares",
    isPaidInFull: true,
    holdsBills: true,
    specified: { winRate: "80.10", totalTrades: 728 },
  },
  {
    name: "Gold-Trader-02",
    market: "commodities",
    family: "Trend-Following",
    description: "Holds gold while it earned more than Treasury bills over twelve months. Otherwise it stays in cash.",
    ...byMonths(twelveMonthMomentum),
    symbols: ["GOLD"],
    series: ["GOLD", "XAUUSD", "GLD"],
    judgedOn: "gold",
    isPaidInFull: true,
    holdsBills: true,
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
    decides: "each-hour",
    size: scalpSize,
    specified: { winRate: "82.50", totalTrades: 3421 },
  },
  {
    name: "Forex-Titan-06",
    market: "forex",
    family: "Trend-Following",
    description:
      "Buys major currencies that rose against the dollar over twelve months, and sells short those that fell, in equal parts.",
    ...byMonths(currencyTrend),
    symbols: forexSymbols,
    series: majorPairs,
    specified: { winRate: "84.70", totalTrades: 1893 },
  },
  {
    name: "Stock-Dividend-08",
    market: "stocks",
    family: "Dividend-Capture",
    description:
      "Holds a broad fund of shares that pay dividends, at all times. There is no evidence that buying before ex-dates earns more.",
    ...byMonths(holdFund),
    ...shareFund,
    specified: { winRate: "76.80", totalTrades: 645 },
  },
];

/** A symbol of a feed with the length of its bars. */
interface ListedSymbol {
  readonly symbol: string;
  readonly interval: Interval;
  /** The bot's when left out. */
  readonly market?: Market;
}

/**
 * The symbols that a bot trades of those of a replay: its `series` in its own market, or else as funds of the market `portfolio`; all of
 * its market where there are none. They are of one market, because the series of others are not joined by time.
 */
export function selectSymbols<Listed extends { readonly market: Market; readonly symbol: string }>(
  { market, series = [] }: Pick<BotDefinition, "market" | "series">,
  listed: readonly Listed[],
): readonly Listed[] {
  const own = listed.filter((each) => each.market === market);
  const named = [...own, ...listed.filter((each) => each.market === "portfolio")].filter((each) =>
    series.includes(each.symbol),
  );
  const first = named[0]?.market;
  return first === undefined ? own : named.filter((each) => each.market === first);
}

/**
 * Builds the bot's config for the given symbols: those of its market in the feed, with their bar lengths. By default it uses
 * the bot's simulated symbols, which have one-minute bars and trade at all times; the given ones trade in the hours of their
 * real venues.
 * @param findBillReturn the return of bills in a month (`toMonth`), for a rule with weights
 */
export function buildBotConfig(
  bot: BotDefinition,
  feedSymbols?: readonly ListedSymbol[],
  findBillReturn?: BotConfig["findBillReturn"],
): BotConfig {
  const { name, strategy, size, decides, isPaidInFull = false } = bot;
  const { maximumExposure } = size;
  const decisionInterval = scheduleBars[decides].interval;
  const simulated = (symbol: string): ListedSymbol => {
    return { symbol, interval: "1m", market: getSimulatedSymbol(symbol).market };
  };
  const symbols = feedSymbols ?? bot.symbols.map(simulated);
  const instruments = symbols.map(({ symbol, interval, market = bot.market }): BotInstrument => {
    const costs = getSymbolCosts(market, symbol);
    return {
      symbol,
      interval,
      costs: isPaidInFull ? leaveOutFinancing(costs) : costs,
      ...(feedSymbols === undefined ? {} : { calendar: getCalendar(market, symbol) }),
      riskPerTrade: computeRiskPerTrade(size, chooseLonger(interval, decisionInterval)),
    };
  });
  return createBotConfig({
    name,
    market: symbols[0]?.market ?? bot.market,
    instruments,
    strategy,
    parameters: bot.parameters,
    decisionInterval,
    maximumExposure,
    ...(findBillReturn && { findBillReturn }),
  });
}

function leaveOutFinancing({ financing: _financing, ...costs }: TradingCosts): TradingCosts {
  return costs;
}

function chooseLonger(one: Interval, other: Interval): Interval {
  return intervalMs[one] >= intervalMs[other] ? one : other;
}

/** Risk grows with the square root of time, like price moves. Shorter trades are more frequent, so each risks less. */
function computeRiskPerTrade({ dailyBarRisk, heldFor }: BotSize, interval: Interval): number {
  return heldFor === "hours" ? dailyBarRisk : dailyBarRisk * Math.sqrt(intervalMs[interval] / intervalMs["1d"]);
}

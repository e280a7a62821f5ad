import type { BotEvent, TradeClosed } from "../bot/bot-event.ts";
import type { PlayedSeries } from "../bot/play-once.ts";
import { intervalMs } from "../candle.ts";
import { type BotDefinition, buildBotConfig } from "../catalogue/bot-catalogue.ts";
import {
  addBills,
  findBillReturnIn,
  keepRatedBars,
  type MonthlyRate,
  toBotReturns,
  toCashReturns,
  toDailySeries,
  toEvidenceDay,
} from "./evidence-days.ts";
import { computeYears } from "./measure-period.ts";
import { isOnMargin } from "../costs/financing.ts";
import { computeTradeCosts, type CostsByKind } from "../costs/trade-costs.ts";
import { type BotConfig, isAllocation } from "../bot/bot-config.ts";
import { isGainConverted } from "../pricing/quote-currency.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import { BotRunner } from "../bot/bot-runner.ts";
import { trackWhole } from "./track-whole.ts";

/** A real series as a bot trades it. */
export interface RealBars extends PlayedSeries {
  /** The name of the series, such as forex_EURUSD_1d. */
  readonly name: string;
}

/** A closed trade with the series that it was made on. */
export interface SeriesTrade extends TradeClosed {
  readonly series: string;
}

/** The result of one pass of a bot over a series. */
export interface CostRun {
  readonly trades: number;
  readonly won: number;
  /** The costs of each kind as fractions of the nav before each trade, summed. */
  readonly costs: CostsByKind<number>;
  readonly total: Float64Array;
}

/** A bot's run over one series, or over all its series as one. Returns are fractions. */
export interface SeriesRuns {
  readonly names: readonly string[];
  readonly bars: number;
  /** Costs are per year of the run. */
  readonly years: number;
  readonly firstDay: number;
  readonly days: Int32Array;
  /** The returns of its instrument, or of equal parts of all its instruments, bought once and held. */
  readonly holding: Float64Array;
  readonly cash: Float64Array;
  readonly own: CostRun;
  /** The bot's newest closed trades, newest first. */
  readonly newest: readonly SeriesTrade[];
  /** Sentences about days that are not counted, each once. */
  readonly notes: readonly string[];
}

const NEWEST_TRADES = 20;

/** Runs a bot over one series, alone, on the days that have a rate of cash: its figures there, which are not judged. */
export function runSeries(bot: BotDefinition, given: RealBars, rates: readonly MonthlyRate[]): SeriesRuns {
  const { name, symbol, interval } = given;
  const { candles, notes } = keepRatedBars(given.candles, interval, rates);
  const series = { ...given, candles };
  const daily = toDailySeries(candles, interval);
  const config = buildBotConfig(bot, [{ symbol, interval }], findBillReturnIn(rates));
  const cash = toCashReturns(daily, rates);
  const whole = isAllocation(config.strategy) ? trackWhole(config, [series]) : null;
  const { navs, invested, trades } = whole ?? trackDays(config, series);
  const total = addBills(toBotReturns(navs, daily), { cash, invested, ...daily });
  return {
    names: [name],
    bars: candles.length,
    years: computeYears(daily),
    ...daily,
    cash,
    own: summarizeRun({ trades, total }),
    newest: toNewestTrades(trades, () => name),
    notes,
  };
}

/** A pass as it is recorded. */
export function summarizeRun({
  trades,
  total,
}: {
  readonly trades: readonly TradeClosed[];
  readonly total: Float64Array;
}): CostRun {
  return {
    trades: trades.length,
    won: trades.filter(({ factor }) => Number(factor) > 1).length,
    costs: sumCosts(trades),
    total,
  };
}

/** The newest trades, newest first, each with the name of its series. */
export function toNewestTrades(
  trades: readonly TradeClosed[],
  findName: (symbol: string) => string,
): readonly SeriesTrade[] {
  return trades
    .slice(-NEWEST_TRADES)
    .reverse()
    .map((trade) => ({ ...trade, series: findName(trade.symbol) }));
}

function mapKinds(read: (kind: keyof CostsByKind<number>) => number): CostsByKind<number> {
  return {
    spread: read("spread"),
    slippage: read("slippage"),
    commission: read("commission"),
    financing: read("financing"),
  };
}

function sumCosts(trades: readonly TradeClosed[]): CostsByKind<number> {
  const costs = trades.map(computeTradeCosts);
  return mapKinds((kind) => costs.reduce((sum, each) => sum + Number(each[kind]), 0));
}

/** The costs of all kinds together. */
export function addKinds({ spread, slippage, commission, financing }: CostsByKind<number>): number {
  return spread + slippage + commission + financing;
}

/** The same bot with all its costs times a factor: spread, slippage, commission and financing. */
export function scaleCosts(config: BotConfig, multiple: number): BotConfig {
  if (multiple === 1) return config;
  const instruments = config.instruments.map((instrument) => {
    return { ...instrument, costs: scale(instrument.costs, multiple) };
  });
  return { ...config, instruments };
}

function scale({ halfSpread, slippage, commission, financing }: TradingCosts, multiple: number): TradingCosts {
  const times = (cost: number): number => roundPrice(cost * multiple);
  return {
    halfSpread: times(halfSpread),
    slippage: times(slippage),
    commission: times(commission),
    ...(financing && {
      financing: { ...financing, longRate: times(financing.longRate), shortRate: times(financing.shortRate) },
    }),
  };
}

/** The result of a bot on a series: its nav at the end of each day (1 at the start), and its closed trades. */
interface DailyTrack {
  readonly navs: ReadonlyMap<number, number>;
  /** As that of `trackWhole`. */
  readonly invested: ReadonlyMap<number, number>;
  readonly trades: readonly TradeClosed[];
}

/**
 * Runs a new bot over one series, as `trackBot` does with the same trades. It values the nav only at the end of each day, and
 * in floating point, because it runs a bot and its variants over hundreds of series.
 */
export function trackDays(config: BotConfig, series: PlayedSeries): DailyTrack {
  const runner = new BotRunner(config);
  const navs = new Map<number, number>();
  const invested = new Map<number, number>();
  const trades: TradeClosed[] = [];
  const days = series.candles.map(({ time }) => toEvidenceDay(time + intervalMs[series.interval]));
  let nav = 1;
  const apply = (event: BotEvent): void => {
    for (const effect of runner.apply(event)) {
      if (effect.type !== "trade-closed") continue;
      trades.push(effect);
      nav *= Math.max(0, Number(effect.factor));
    }
  };
  for (const [bar, day] of days.entries()) {
    for (const event of listBarEvents(series, bar)) apply(event);
    if (days[bar + 1] !== day) {
      const factor = computeOpenFactor(runner);
      navs.set(day, nav * factor);
      invested.set(day, factor > 0 ? Math.min(1, findPaidPart(runner) / factor) : 0);
    }
    if (nav === 0) return { navs, invested, trades };
  }
  apply({ type: "series-break", symbol: series.symbol });
  const last = days.at(-1);
  if (last !== undefined) navs.set(last, nav);
  return { navs, invested, trades };
}

/** The part of the nav before the open trade that paid for it; 0 on margin. */
function findPaidPart(runner: BotRunner): number {
  const [trade] = runner.openTrades;
  return trade === undefined || isOnMargin(trade) ? 0 : Number(trade.exposure);
}

/** The events of a bar as `playOnce` gives them, without its open: with one symbol, the candle fills at the same price. */
function listBarEvents({ symbol, candles, dividends = [] }: PlayedSeries, barSequence: number): readonly BotEvent[] {
  const candle = candles[barSequence];
  if (candle === undefined) return [];
  if (dividends.length === 0) return [{ type: "candle", symbol, candle, barSequence }];
  const before = candles[barSequence - 1]?.time ?? -Infinity;
  const gone = dividends.filter(({ exTime }) => exTime <= candle.time && exTime > before);
  const nextDividend = dividends.find(({ exTime }) => exTime > candle.time) ?? null;
  return [
    ...gone.map(({ amount, exTime }): BotEvent => ({ type: "dividend", symbol, amount, exTime, barSequence })),
    { type: "candle", symbol, candle, barSequence, nextDividend },
  ];
}

/** The factor of the nav if the one open trade closed at its symbol's last close, at least 0: `computeCloseFactor` as a number. */
function computeOpenFactor(runner: BotRunner): number {
  const [trade] = runner.openTrades;
  if (trade === undefined) return 1;
  const { symbol, side, exposure, entryPrice, dividends, financing, costs } = trade;
  const direction = side === "buy" ? 1 : -1;
  const entry = Number(entryPrice);
  const exit = runner.findMarkPrice(trade) * (1 - direction * (costs.halfSpread + costs.slippage));
  const unit = isGainConverted(symbol) ? exit : entry;
  const gain = (direction * (exit + Number(dividends) - entry) - Number(financing)) / unit;
  const traded = isGainConverted(symbol) ? 2 : 1 + exit / entry;
  return Math.max(0, 1 + Number(exposure) * (gain - costs.commission * traded));
}

import type { BotEvent, TradeClosed } from "../bot/bot-event.ts";
import type { PlayedSeries } from "../bot/play-once.ts";
import { intervalMs } from "../candle.ts";
import { type BotDefinition, buildBotConfig } from "../catalogue/bot-catalogue.ts";
import {
  keepRatedBars,
  type MonthlyRate,
  toBotReturns,
  toCashReturns,
  toDailySeries,
  toEvidenceDay,
} from "./evidence-days.ts";
import { computeYears } from "./measure-period.ts";
import { computeTradeCosts, type CostsByKind } from "../costs/trade-costs.ts";
import { listVariants } from "./variants.ts";
import type { BotConfig } from "../bot/bot-config.ts";
import { isGainConverted } from "../pricing/quote-currency.ts";
import { roundPrice } from "../pricing/scaled-decimal.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import { BotRunner } from "../bot/bot-runner.ts";

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

/** All passes of a bot over one series, or over several as the mean of their days. Returns are fractions. */
export interface SeriesRuns {
  readonly names: readonly string[];
  readonly bars: number;
  /** The years of all its series together: costs are per year of a series. */
  readonly seriesYears: number;
  readonly firstDay: number;
  readonly days: Int32Array;
  readonly holding: Float64Array;
  readonly cash: Float64Array;
  /** The returns of each variant; the first is the bot itself. */
  readonly variants: readonly Float64Array[];
  /** True for each variant that traded. */
  readonly hasTraded: readonly boolean[];
  /** The bot itself with its costs times 0, 1 and 2. */
  readonly costRuns: readonly CostRun[];
  /** The bot's newest closed trades, newest first. */
  readonly newest: readonly SeriesTrade[];
  /** Sentences about days that are not counted, each once. */
  readonly notes: readonly string[];
}

/** Costs are multiplied by these; the second is the bot as it is. */
export const COST_MULTIPLES = [0, 1, 2] as const;
const NEWEST_TRADES = 20;

/**
 * Runs a bot, its variants and its cost levels over one series, on the days that have a rate of cash. Every pass starts with a
 * nav of 1 and no knowledge.
 */
export function runSeries(bot: BotDefinition, given: RealBars, rates: readonly MonthlyRate[]): SeriesRuns {
  const { name, symbol, interval } = given;
  const { candles, notes } = keepRatedBars(given.candles, interval, rates);
  const series = { ...given, candles };
  const daily = toDailySeries(candles, interval);
  const run = (variant: BotDefinition, multiple: number) => {
    const config = scaleCosts(buildBotConfig(variant, [{ symbol, interval }]), multiple);
    const { navs, trades } = trackDays(config, series);
    return { trades, total: toBotReturns(navs, daily) };
  };
  const costRuns = COST_MULTIPLES.map((multiple) => run(bot, multiple));
  const own = costRuns[COST_MULTIPLES.indexOf(1)];
  const others = listVariants(bot)
    .slice(1)
    .map((variant) => run(variant, 1));
  const all = own === undefined ? others : [own, ...others];
  return {
    names: [name],
    bars: candles.length,
    seriesYears: computeYears(daily),
    ...daily,
    cash: toCashReturns(daily, rates),
    variants: all.map(({ total }) => total),
    hasTraded: all.map(({ trades }) => trades.length > 0),
    costRuns: costRuns.map(({ trades, total }) => ({
      trades: trades.length,
      won: trades.filter(({ factor }) => Number(factor) > 1).length,
      costs: sumCosts(trades),
      total,
    })),
    newest: (own?.trades ?? [])
      .slice(-NEWEST_TRADES)
      .reverse()
      .map((trade) => ({ ...trade, series: name })),
    notes,
  };
}

/**
 * Joins the runs of a bot on several series into one record: on each day the mean of the returns of the series that have
 * one, with equal weights.
 * @throws RangeError without runs
 */
export function joinRuns(runs: readonly SeriesRuns[]): SeriesRuns {
  const [first] = runs;
  if (first === undefined) throw new RangeError("no runs to join");
  const days = Int32Array.from(new Set(runs.flatMap((each) => [...each.days]))).sort();
  const places = new Map(Array.from(days, (day, index) => [day, index]));
  const counts = new Float64Array(days.length);
  for (const run of runs) for (const day of run.days) addAt(counts, places.get(day), 1);
  const average = (read: (run: SeriesRuns) => Float64Array): Float64Array => {
    const sums = new Float64Array(days.length);
    for (const run of runs) {
      const values = read(run);
      run.days.forEach((day, index) => addAt(sums, places.get(day), values[index] ?? 0));
    }
    return sums.map((sum, index) => sum / (counts[index] ?? 1));
  };
  return {
    names: runs.flatMap(({ names }) => names),
    bars: sumOf(runs, ({ bars }) => bars),
    seriesYears: sumOf(runs, ({ seriesYears }) => seriesYears),
    firstDay: Math.min(...runs.map(({ firstDay }) => firstDay)),
    days,
    holding: average(({ holding }) => holding),
    cash: average(({ cash }) => cash),
    variants: first.variants.map((_, index) => average(({ variants }) => variants[index] ?? new Float64Array())),
    hasTraded: first.hasTraded.map((_, index) => runs.some(({ hasTraded }) => hasTraded[index] === true)),
    costRuns: first.costRuns.map((_, index) => ({
      trades: sumOf(runs, ({ costRuns }) => costRuns[index]?.trades ?? 0),
      won: sumOf(runs, ({ costRuns }) => costRuns[index]?.won ?? 0),
      costs: mapKinds((kind) => sumOf(runs, ({ costRuns }) => costRuns[index]?.costs[kind] ?? 0)),
      total: average(({ costRuns }) => costRuns[index]?.total ?? new Float64Array()),
    })),
    newest: runs
      .flatMap(({ newest }) => newest)
      .sort((one, other) => other.barTime - one.barTime)
      .slice(0, NEWEST_TRADES),
    notes: [...new Set(runs.flatMap(({ notes }) => notes))],
  };
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

function addAt(values: Float64Array, place: number | undefined, value: number): void {
  if (place !== undefined) values[place] = (values[place] ?? 0) + value;
}

function sumOf(runs: readonly SeriesRuns[], read: (run: SeriesRuns) => number): number {
  return runs.reduce((sum, run) => sum + read(run), 0);
}

/** The same bot with all its costs times a factor: spread, slippage, commission and financing. */
function scaleCosts(config: BotConfig, multiple: number): BotConfig {
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
  readonly trades: readonly TradeClosed[];
}

/**
 * Runs a new bot over one series, as `trackBot` does with the same trades. It values the nav only at the end of each day, and
 * in floating point, because it runs a bot and its variants over hundreds of series.
 */
export function trackDays(config: BotConfig, series: PlayedSeries): DailyTrack {
  const runner = new BotRunner(config);
  const navs = new Map<number, number>();
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
    if (days[bar + 1] !== day) navs.set(day, nav * computeOpenFactor(runner));
    if (nav === 0) return { navs, trades };
  }
  apply({ type: "series-break", symbol: series.symbol });
  const last = days.at(-1);
  if (last !== undefined) navs.set(last, nav);
  return { navs, trades };
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

import { intervalMs } from "../candle.ts";
import { type BotDefinition, buildBotConfig } from "../catalogue/bot-catalogue.ts";
import { type Composition, findLongestComposition, listCompositions } from "./compositions.ts";
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
import {
  type CostRun,
  type RealBars,
  scaleCosts,
  type SeriesRuns,
  summarizeRun,
  toNewestTrades,
} from "./run-series.ts";
import { trackWhole } from "./track-whole.ts";
import { listVariants } from "./variants.ts";

/** Costs are multiplied by these; the second is the bot as it is. */
export const COST_MULTIPLES = [0, 1, 2] as const;

/** All passes of a bot as it trades: one nav over all its instruments. */
export interface WholeRuns extends SeriesRuns {
  /** The returns of each variant; the first is the bot itself. */
  readonly variants: readonly Float64Array[];
  /** True for each variant that traded. */
  readonly hasTraded: readonly boolean[];
  /** The bot itself with its costs times 0, 1 and 2. */
  readonly costRuns: readonly CostRun[];
  /** How many instruments were in over time. The record is of the longest window alone. */
  readonly compositions: readonly Composition[];
  readonly composition: Composition;
}

/**
 * Runs a bot, its variants and its cost levels over all its series at once, as the live loop does, with one nav. The record is the
 * longest window of constant composition: a bot that gets instruments on its way is not the same bot before and after. What it
 * learned before the window it keeps.
 * @throws RangeError without bars
 */
export function runWhole(bot: BotDefinition, given: readonly RealBars[], rates: readonly MonthlyRate[]): WholeRuns {
  const rated = given.map((each) => ({ each, ...keepRatedBars(each.candles, each.interval, rates) }));
  const series = rated.map(({ each, candles }) => ({ ...each, candles })).filter(({ candles }) => candles.length > 0);
  const compositions = listCompositions(series);
  const composition = findLongestComposition(compositions);
  if (composition === null) throw new RangeError(`${bot.name} has no bars`);
  const inside = series.filter(({ symbol }) => composition.symbols.includes(symbol));
  const days = joinDays(inside, composition);
  const instruments = series.map(({ symbol, interval }) => ({ symbol, interval }));
  const cash = toCashReturns(days, rates);
  const run = (variant: BotDefinition, multiple: number) => {
    const { navs, invested, trades } = trackWhole(
      scaleCosts(buildBotConfig(variant, instruments, findBillReturnIn(rates)), multiple),
      series,
    );
    const counted = trades.filter(({ symbol, barTime }) => isInside(symbol, barTime, series, composition));
    const total = addBills(toBotReturns(fillNavs(navs, days), days), { cash, invested, ...days });
    return { trades: counted, total };
  };
  const free = run(bot, 0);
  const own = run(bot, 1);
  const double = run(bot, 2);
  const others = listVariants(bot)
    .slice(1)
    .map((variant) => run(variant, 1));
  const all = [own, ...others];
  return {
    names: inside.map(({ name }) => name),
    bars: inside.reduce((sum, each) => sum + countBars(each, composition), 0),
    years: computeYears(days),
    ...days,
    cash,
    own: summarizeRun(own),
    variants: all.map(({ total }) => total),
    hasTraded: all.map(({ trades }) => trades.length > 0),
    costRuns: [free, own, double].map(summarizeRun),
    newest: toNewestTrades(own.trades, (symbol) => series.find((each) => each.symbol === symbol)?.name ?? symbol),
    notes: [...new Set(rated.flatMap(({ notes }) => notes))],
    compositions,
    composition,
  };
}

/** True for a trade that closed in the window, after its first day. */
function isInside(
  symbol: string,
  barTime: number,
  series: readonly RealBars[],
  { fromDay, toDay }: Composition,
): boolean {
  const interval = series.find((each) => each.symbol === symbol)?.interval;
  const day = toEvidenceDay(barTime + (interval === undefined ? 0 : intervalMs[interval]));
  return day > fromDay && day <= toDay;
}

interface WholeDays {
  readonly firstDay: number;
  readonly days: Int32Array;
  /** The growth, day by day, of equal parts that were bought on the first day and held. */
  readonly holding: Float64Array;
}

/** The days of the window on which any of its instruments has a bar. */
function joinDays(series: readonly RealBars[], { fromDay, toDay }: Composition): WholeDays {
  const dailies = series.map(({ candles, interval }) => toDailySeries(candles, interval));
  const all = new Set(dailies.flatMap(({ firstDay, days }) => [firstDay, ...days]));
  const [firstDay = fromDay, ...days] = [...all]
    .filter((day) => day >= fromDay && day <= toDay)
    .sort((one, other) => one - other);
  const worth = new Float64Array(days.length + 1);
  for (const daily of dailies) addHeld(worth, [firstDay, ...days], daily);
  return {
    firstDay,
    days: Int32Array.from(days),
    holding: Float64Array.from(days, (_, index) => (worth[index + 1] as number) / (worth[index] as number) - 1),
  };
}

/** Adds the worth of 1 that was put into a series on the first of these days. */
function addHeld(worth: Float64Array, days: readonly number[], daily: ReturnType<typeof toDailySeries>): void {
  const changes = new Map(Array.from(daily.days, (day, index) => [day, daily.holding[index] ?? 0]));
  let value = 1;
  days.forEach((day, index) => {
    if (index > 0) value *= 1 + (changes.get(day) ?? 0);
    worth[index] = (worth[index] as number) + value;
  });
}

function countBars({ candles, interval }: RealBars, { fromDay, toDay }: Composition): number {
  return candles.filter(({ time }) => {
    const day = toEvidenceDay(time + intervalMs[interval]);
    return day >= fromDay && day <= toDay;
  }).length;
}

/** The nav at the start of the window too, which may lie between two bars. */
function fillNavs(navs: ReadonlyMap<number, number>, { firstDay }: WholeDays): ReadonlyMap<number, number> {
  if (navs.has(firstDay)) return navs;
  let before = 1;
  for (const [day, nav] of navs) if (day <= firstDay) before = nav;
  return new Map([...navs, [firstDay, before]]);
}

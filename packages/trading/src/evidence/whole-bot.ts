import type { BotDefinition } from "../catalogue/bot-catalogue.ts";
import { findCouldNotBuyBefore } from "../costs/buyable-since.ts";
import { getSymbolCosts } from "../simulation/simulated-symbols.ts";
import { compareRecords, type RecordComparison } from "./compare-records.ts";
import { formatDay, type MonthlyRate } from "./evidence-days.ts";
import { detailRuns, type MeasuredRun, measureRun, type RecordDetails, toOwnRecord } from "./judge-runs.ts";
import type { ReturnRecord } from "./measure-period.ts";
import type { RealBars } from "./run-series.ts";
import { runWhole, type WholeRuns } from "./run-whole.ts";
import { areSurvivors, explainNotJudged, selectWholeSeries } from "./select-whole.ts";

/** A bot's record as it trades, with everything that is known about it but the verdict, which depends on all bots. */
export interface WholeBot {
  readonly runs: WholeRuns;
  readonly measured: MeasuredRun;
  readonly details: RecordDetails;
  /** Against equal parts of its instruments, bought once and held; null where that is no benchmark. */
  readonly comparison: RecordComparison | null;
  /** The reasons why the record does not count, a sentence each. */
  readonly notJudged: readonly string[];
  readonly isOfSurvivors: boolean;
  /** ISO day. */
  readonly couldNotBuyBefore: string | null;
}

/** Runs and measures a bot over its series; null without bars. */
export function measureWholeBot(
  bot: BotDefinition,
  given: readonly RealBars[],
  rates: readonly MonthlyRate[],
): WholeBot | null {
  const series = selectWholeSeries(
    bot,
    given.filter(({ candles }) => candles.length > 0),
  );
  if (series.length === 0) return null;
  const runs = runWhole(bot, series, rates);
  const { symbols, fromDay } = runs.composition;
  const inside = series.filter(({ symbol }) => symbols.includes(symbol));
  const isOfSurvivors = areSurvivors(bot.market, symbols);
  return {
    runs,
    measured: measureRun(runs, bot.name),
    details: detailRuns(runs, bot.name),
    comparison: compareWithMarkets(bot, runs, isOfSurvivors),
    notJudged: explainNotJudged(bot, inside),
    isOfSurvivors,
    couldNotBuyBefore: findCouldNotBuyBefore(bot.market, symbols, formatDay(fromDay)),
  };
}

/** Null for survivors, which are no benchmark, and for pairs of currencies, which earn nothing by being held. */
function compareWithMarkets(bot: BotDefinition, runs: WholeRuns, isOfSurvivors: boolean): RecordComparison | null {
  if (isOfSurvivors || bot.market === "forex" || runs.days.length === 0) return null;
  return compareRecords(toOwnRecord(runs), toHeldRecord(bot, runs), `${bot.name} against its markets`);
}

/** The bot's instruments in equal parts, bought on the first day at the bot's costs. */
function toHeldRecord({ market }: BotDefinition, runs: WholeRuns): ReturnRecord {
  const costs = runs.composition.symbols.map((symbol) => getSymbolCosts(market, symbol));
  const entry = costs.reduce(
    (sum, { halfSpread, slippage, commission }) => sum + halfSpread + slippage + commission,
    0,
  );
  const total = runs.holding.slice();
  total[0] = (total[0] ?? 0) - entry / costs.length;
  return { ...toOwnRecord(runs), total };
}

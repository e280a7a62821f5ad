import type { CostsByKind } from "../costs/trade-costs.ts";
import {
  halveRecord,
  LEAST_DAYS,
  measurePeriod,
  measurePlainly,
  type PeriodFigures,
  type PlainFigures,
  type ReturnRecord,
  sliceRecord,
} from "./measure-period.ts";
import { measureOverfitting, type Overfitting } from "./overfitting.ts";
import { computeMoments, computeSharpe } from "./return-moments.ts";
import { addKinds, type CostRun, type SeriesRuns } from "./run-series.ts";
import { COST_MULTIPLES, type WholeRuns } from "./run-whole.ts";
import { computeLeastCount, computeProbabilisticSharpe } from "./sharpe-tests.ts";
import { toSharpeSample } from "./verdicts.ts";

/** The returns of the variants that were best before, window after window. */
interface WalkForward {
  readonly record: ReturnRecord;
  readonly windows: number;
}

/** The first choice has two years to look back on. */
const FIRST_WINDOW_DAYS = 2 * LEAST_DAYS;

/**
 * Trades each window of 250 days with the variant that had the highest Sharpe ratio (before cash, as in
 * `measureOverfitting`) over all days before it, and joins the windows. `totals[v]` are the returns of variant v on the record's days. Null when there is no window.
 */
function walkForward(
  { firstDay, days, cash }: Omit<ReturnRecord, "total">,
  totals: readonly Float64Array[],
): WalkForward | null {
  if (days.length < FIRST_WINDOW_DAYS + LEAST_DAYS || totals.length === 0) return null;
  const stitched = new Float64Array(days.length - FIRST_WINDOW_DAYS);
  let windows = 0;
  for (let from = FIRST_WINDOW_DAYS; from < days.length; from += LEAST_DAYS) {
    const best = findBestBefore(totals, from);
    stitched.set(best.subarray(from, from + LEAST_DAYS), from - FIRST_WINDOW_DAYS);
    windows += 1;
  }
  const record = {
    firstDay: days[FIRST_WINDOW_DAYS - 1] ?? firstDay,
    days: days.slice(FIRST_WINDOW_DAYS),
    total: stitched,
    cash: cash.slice(FIRST_WINDOW_DAYS),
  };
  return { record, windows };
}

function findBestBefore(totals: readonly Float64Array[], end: number): Float64Array {
  let best = totals[0] ?? new Float64Array();
  let highest = -Infinity;
  for (const total of totals) {
    const sharpe = computeSharpe(computeMoments(total.subarray(0, end))) ?? -Infinity;
    if (sharpe > highest) [highest, best] = [sharpe, total];
  }
  return best;
}

/** The figures of a run, on one series or on all. Figures are null when they cannot be computed: see `reason`. */
export interface MeasuredRun extends PeriodFigures {
  readonly bars: number;
  readonly trades: number;
  readonly winRatePct: number | null;
  /** Yearly growth after costs. */
  readonly returnPct: number | null;
  /** Costs per year of the run, in per cent of the nav. */
  readonly costsPct: number | null;
  readonly probabilisticSharpe: number | null;
  readonly yearsNeeded: number | null;
  readonly yearsMissing: number | null;
  /** One sentence for each cause of a null, and for days that are not counted; null without one. */
  readonly reason: string | null;
}

/** Costs per year of less than a few months are no measure of a year. */
const LEAST_COST_YEARS = 0.25;

function toRecord({ firstDay, days, cash }: SeriesRuns, total: Float64Array): ReturnRecord {
  return { firstDay, days, total, cash };
}

/** The bot's own returns. */
export function toOwnRecord(runs: SeriesRuns): ReturnRecord {
  return toRecord(runs, runs.own.total);
}

/** Measures a bot's run. The intervals are reproducible by the seed. */
export function measureRun(runs: SeriesRuns, seed: string): MeasuredRun {
  const { own } = runs;
  const record = toOwnRecord(runs);
  const counts = {
    bars: runs.bars,
    trades: own.trades,
    winRatePct: own.trades > 0 ? (own.won / own.trades) * 100 : null,
    costsPct: toCostsPct(runs, own),
  };
  const missing = explainMissing(runs);
  if (missing !== null) {
    return {
      ...measurePeriod(sliceRecord(record, 0, 0), seed),
      ...toPeriod(record),
      ...counts,
      ...UNKNOWN,
      reason: joinReasons([missing, ...runs.notes]),
    };
  }
  const measured = measureRecord(record, seed);
  const reasons = measured.yearsNeeded === null ? [NOT_ABOVE_ZERO, ...runs.notes] : runs.notes;
  return { ...measured, ...counts, reason: joinReasons(reasons) };
}

/** The figures of a record that follow from its returns alone. */
export function measureRecord(record: ReturnRecord, seed: string) {
  const period = measurePeriod(record, seed);
  const sample = toSharpeSample(record);
  const leastCount = sample && computeLeastCount(sample);
  const yearsNeeded = leastCount === null ? null : (leastCount / record.days.length) * period.years;
  return {
    ...period,
    returnPct: measurePlainly(record).returnPct,
    probabilisticSharpe: sample && computeProbabilisticSharpe(sample),
    yearsNeeded,
    yearsMissing: yearsNeeded === null ? null : Math.max(0, yearsNeeded - period.years),
  };
}

const UNKNOWN = { returnPct: null, probabilisticSharpe: null, yearsNeeded: null, yearsMissing: null } as const;
const NOT_ABOVE_ZERO = "The Sharpe ratio is not above 0, so no length of record would show an edge.";

function toCostsPct({ years }: SeriesRuns, { costs }: CostRun): number | null {
  return years >= LEAST_COST_YEARS ? (addKinds(costs) / years) * 100 : null;
}

function toPeriod({ firstDay, days }: ReturnRecord): Pick<PeriodFigures, "fromDay" | "toDay" | "years"> {
  const toDay = days.at(-1) ?? firstDay;
  return { fromDay: firstDay, toDay, years: (toDay - firstDay) / 365.25 };
}

function explainMissing({ days, own }: SeriesRuns): string | null {
  if (days.length < LEAST_DAYS) return `${days.length} daily returns are too few: ${LEAST_DAYS} are needed.`;
  return own.trades === 0 ? "The bot made no trades." : null;
}

function joinReasons(reasons: readonly string[]): string | null {
  return reasons.length === 0 ? null : reasons.join(" ");
}

/** The data recorded beside the judged record of a bot. */
export interface RecordDetails {
  /** Null when a half has less than 250 days. */
  readonly halves: { readonly first: PeriodFigures; readonly second: PeriodFigures } | null;
  readonly costLevels: readonly (PlainFigures & {
    readonly multiple: number;
    readonly trades: number;
    readonly costsPct: number | null;
  })[];
  /** The bot's own costs per year of a series, in per cent of the nav. Null for less than three months. */
  readonly costKindsPct: CostsByKind<number> | null;
  readonly buyAndHold: PlainFigures;
  readonly cash: PlainFigures;
  readonly walkForward: (PeriodFigures & { readonly windows: number }) | null;
  /** The place of the variant with the highest Sharpe ratio over all days. */
  readonly bestVariant: number;
  /** Null with too few days or variants. */
  readonly overfitting: Overfitting | null;
}

/** Computes what stands beside a record: its halves, cost levels, benchmarks and the walk forward. */
export function detailRuns(runs: WholeRuns, seed: string): RecordDetails {
  const record = toOwnRecord(runs);
  const [first, second] = halveRecord(record);
  const traded = runs.variants.filter((_, index) => runs.hasTraded[index] === true);
  const walked = walkForward(record, traded);
  return {
    halves:
      first.days.length < LEAST_DAYS
        ? null
        : {
            first: measurePeriod(first, `${seed} first half`),
            second: measurePeriod(second, `${seed} second half`),
          },
    costLevels: runs.costRuns.map((run, index) => ({
      ...measurePlainly(toRecord(runs, run.total)),
      multiple: COST_MULTIPLES[index] ?? NaN,
      trades: run.trades,
      costsPct: toCostsPct(runs, run),
    })),
    costKindsPct: runs.years >= LEAST_COST_YEARS ? toYearlyKinds(runs) : null,
    buyAndHold: measurePlainly(toRecord(runs, runs.holding)),
    cash: measurePlainly(toRecord(runs, runs.cash)),
    walkForward: walked && { ...measurePeriod(walked.record, `${seed} walk forward`), windows: walked.windows },
    bestVariant: findBestVariant(runs),
    overfitting: measureOverfitting(traded),
  };
}

function findBestVariant(runs: WholeRuns): number {
  const sharpes = runs.variants.map((total) => measurePlainly(toRecord(runs, total)).sharpe ?? -Infinity);
  return sharpes.indexOf(Math.max(...sharpes));
}

function toYearlyKinds({ own, years }: SeriesRuns): CostsByKind<number> {
  const { spread, slippage, commission, financing } = own.costs;
  const toYearly = (sum: number): number => (sum / years) * 100;
  return {
    spread: toYearly(spread),
    slippage: toYearly(slippage),
    commission: toYearly(commission),
    financing: toYearly(financing),
  };
}

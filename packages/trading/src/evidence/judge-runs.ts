import type { CostsByKind } from "../costs/trade-costs.ts";
import {
  computeExcess,
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
import { addKinds, COST_MULTIPLES, type CostRun, type SeriesRuns } from "./run-series.ts";
import {
  computeDeflatedSharpe,
  computeLeastCount,
  computeProbabilisticSharpe,
  type SharpeSample,
} from "./sharpe-tests.ts";

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

/** "No evidence of an edge", "Weak evidence", "Evidence in both halves". */
type Verdict = "none" | "weak" | "both-halves";

interface VerdictFigures {
  /** The lower bound of the Sharpe ratio's 95 % interval; null when it cannot be computed. */
  readonly sharpeLow: number | null;
  readonly deflatedSharpe: number | null;
  /** The probability that the true Sharpe ratio is above 0, in the first and the second half alone. */
  readonly halves: readonly (number | null)[];
}

/** A deflated Sharpe ratio at which chance and the number of variants no longer explain the record. */
const LEAST_DEFLATED_SHARPE = 0.95;
/** In each half alone, which is half as long, a ratio above 0 must be four times as likely as one below. */
const LEAST_HALF_PROBABILITY = 0.8;

/**
 * Judges a record by rule. None: the interval of the Sharpe ratio includes 0 or less, or there is no interval. Weak: the
 * interval is above 0. Both halves: also the deflated Sharpe ratio is at least 0.95, and in each half alone the probability
 * of a ratio above 0 is at least 0.8.
 */
export function judge({ sharpeLow, deflatedSharpe, halves }: VerdictFigures): Verdict {
  if (sharpeLow === null || !(sharpeLow > 0)) return "none";
  const isDeflated = deflatedSharpe !== null && deflatedSharpe >= LEAST_DEFLATED_SHARPE;
  const isInBoth = halves.length === 2 && halves.every((each) => each !== null && each >= LEAST_HALF_PROBABILITY);
  return isDeflated && isInBoth ? "both-halves" : "weak";
}

/** The judged record of a bot on one series or on several. Figures are null when they cannot be computed: see `reason`. */
export interface JudgedRecord extends PeriodFigures {
  readonly verdict: Verdict;
  readonly bars: number;
  readonly trades: number;
  readonly winRatePct: number | null;
  /** Yearly growth after costs. */
  readonly returnPct: number | null;
  /** Costs per year of a series, in per cent of the nav. */
  readonly costsPct: number | null;
  readonly probabilisticSharpe: number | null;
  readonly deflatedSharpe: number | null;
  readonly overfitting: Overfitting | null;
  readonly yearsNeeded: number | null;
  readonly yearsMissing: number | null;
  /** One sentence for each cause of a null, and for days that are not counted; null without one. */
  readonly reason: string | null;
}

const NO_COSTS = { spread: 0, slippage: 0, commission: 0, financing: 0 } as const;
const OWN_COSTS = COST_MULTIPLES.indexOf(1);
/** Costs per year of less than a few months are no measure of a year. */
const LEAST_COST_YEARS = 0.25;

function toRecord({ firstDay, days, cash }: SeriesRuns, total: Float64Array): ReturnRecord {
  return { firstDay, days, total, cash };
}

/** Judges a bot's record on its series. The intervals are reproducible by the seed. */
export function judgeRuns(runs: SeriesRuns, seed: string): JudgedRecord {
  const own: CostRun = runs.costRuns[OWN_COSTS] ?? { trades: 0, won: 0, costs: NO_COSTS, total: new Float64Array() };
  const record = toRecord(runs, own.total);
  const counts = {
    bars: runs.bars,
    trades: own.trades,
    winRatePct: own.trades > 0 ? (own.won / own.trades) * 100 : null,
    costsPct: runs.seriesYears >= LEAST_COST_YEARS ? (addKinds(own.costs) / runs.seriesYears) * 100 : null,
  };
  const missing = explainMissing(runs, own);
  if (missing !== null) {
    return {
      ...measurePeriod(sliceRecord(record, 0, 0), seed),
      ...toPeriod(record),
      ...counts,
      ...UNKNOWN,
      reason: joinReasons([missing, ...runs.notes]),
    };
  }
  const period = measurePeriod(record, seed);
  const excess = computeExcess(record);
  const sample = toSample(excess);
  const tried = runs.variants.filter((_, index) => runs.hasTraded[index] === true);
  const triedExcess = tried.map((total) => computeExcess(toRecord(runs, total)));
  const deflatedSharpe = sample && deflate(sample, triedExcess);
  const overfitting = measureOverfitting(tried);
  const leastCount = sample && computeLeastCount(sample);
  const yearsNeeded = leastCount === null ? null : (leastCount / excess.length) * period.years;
  const verdict = judge({
    sharpeLow: period.sharpe?.low ?? null,
    deflatedSharpe,
    halves: halve(excess).map((half) => {
      const sampled = toSample(half);
      return sampled && computeProbabilisticSharpe(sampled);
    }),
  });
  return {
    ...period,
    ...counts,
    verdict,
    returnPct: measurePlainly(record).returnPct,
    probabilisticSharpe: sample && computeProbabilisticSharpe(sample),
    deflatedSharpe,
    overfitting,
    yearsNeeded,
    yearsMissing: yearsNeeded === null ? null : Math.max(0, yearsNeeded - period.years),
    reason: joinReasons([...explainNulls({ deflatedSharpe, overfitting, yearsNeeded }), ...runs.notes]),
  };
}

const UNKNOWN = {
  verdict: "none",
  returnPct: null,
  probabilisticSharpe: null,
  deflatedSharpe: null,
  overfitting: null,
  yearsNeeded: null,
  yearsMissing: null,
} as const;

function toPeriod({ firstDay, days }: ReturnRecord): Pick<PeriodFigures, "fromDay" | "toDay" | "years"> {
  const toDay = days.at(-1) ?? firstDay;
  return { fromDay: firstDay, toDay, years: (toDay - firstDay) / 365.25 };
}

function explainMissing({ days }: SeriesRuns, { trades }: CostRun): string | null {
  if (days.length < LEAST_DAYS) return `${days.length} daily returns are too few: ${LEAST_DAYS} are needed.`;
  return trades === 0 ? "The bot made no trades." : null;
}

function explainNulls(figures: Pick<JudgedRecord, "deflatedSharpe" | "overfitting" | "yearsNeeded">): string[] {
  const reasons: string[] = [];
  if (figures.yearsNeeded === null) {
    reasons.push("The Sharpe ratio is not above 0, so no length of record would show an edge.");
  }
  if (figures.overfitting === null) reasons.push("Too few days or variants for a probability of overfitting.");
  if (figures.deflatedSharpe === null) reasons.push("Too few variants for a deflated Sharpe ratio.");
  return reasons;
}

function joinReasons(reasons: readonly string[]): string | null {
  return reasons.length === 0 ? null : reasons.join(" ");
}

function toSample(excess: Float64Array): SharpeSample | null {
  const moments = computeMoments(excess);
  const sharpe = computeSharpe(moments);
  return sharpe === null ? null : { ...moments, sharpe };
}

/** Null for a single variant, which has no spread of results. */
function deflate(sample: SharpeSample, tried: readonly Float64Array[]): number | null {
  const sharpes = tried.map((each) => computeSharpe(computeMoments(each))).filter((sharpe) => sharpe !== null);
  if (sharpes.length < 2) return null;
  const { deviation } = computeMoments(Float64Array.from(sharpes));
  return computeDeflatedSharpe(sample, sharpes.length, deviation ** 2);
}

function halve(values: Float64Array): readonly [Float64Array, Float64Array] {
  const middle = Math.floor(values.length / 2);
  return [values.subarray(0, middle), values.subarray(middle)];
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
}

/** Computes what stands beside a record: its halves, cost levels, benchmarks and the walk forward. */
export function detailRuns(runs: SeriesRuns, seed: string): RecordDetails {
  const own = runs.costRuns[OWN_COSTS]?.total ?? new Float64Array();
  const record = toRecord(runs, own);
  const middle = Math.floor(record.days.length / 2);
  const traded = runs.variants.filter((_, index) => runs.hasTraded[index] === true);
  const walked = walkForward(record, traded);
  return {
    halves:
      middle < LEAST_DAYS
        ? null
        : {
            first: measurePeriod(sliceRecord(record, 0, middle), `${seed} first half`),
            second: measurePeriod(sliceRecord(record, middle, record.days.length), `${seed} second half`),
          },
    costLevels: runs.costRuns.map((run, index) => ({
      ...measurePlainly(toRecord(runs, run.total)),
      multiple: COST_MULTIPLES[index] ?? NaN,
      trades: run.trades,
      costsPct: runs.seriesYears >= LEAST_COST_YEARS ? (addKinds(run.costs) / runs.seriesYears) * 100 : null,
    })),
    costKindsPct: runs.seriesYears >= LEAST_COST_YEARS ? toYearlyKinds(runs) : null,
    buyAndHold: measurePlainly(toRecord(runs, runs.holding)),
    cash: measurePlainly(toRecord(runs, runs.cash)),
    walkForward: walked && { ...measurePeriod(walked.record, `${seed} walk forward`), windows: walked.windows },
    bestVariant: findBestVariant(runs),
  };
}

function findBestVariant(runs: SeriesRuns): number {
  const sharpes = runs.variants.map((total) => measurePlainly(toRecord(runs, total)).sharpe ?? -Infinity);
  return sharpes.indexOf(Math.max(...sharpes));
}

function toYearlyKinds({ costRuns, seriesYears }: SeriesRuns): CostsByKind<number> {
  const { spread, slippage, commission, financing } = costRuns[OWN_COSTS]?.costs ?? NO_COSTS;
  const toYearly = (sum: number): number => (sum / seriesYears) * 100;
  return {
    spread: toYearly(spread),
    slippage: toYearly(slippage),
    commission: toYearly(commission),
    financing: toYearly(financing),
  };
}

import {
  computeDeepestFall,
  computeMoments,
  computeSharpe,
  computeYearlyGrowth,
  type ReturnMoments,
} from "./return-moments.ts";
import { bootstrapIntervals, type Interval } from "./stationary-bootstrap.ts";

const DAYS_PER_YEAR = 365.25;
/** About a year of trading days. With fewer returns, no figure says anything. */
export const LEAST_DAYS = 250;

/** Daily returns of one bot over a period, or of several as their mean. Fractions, costs included. */
export interface ReturnRecord {
  /** The day before the first return. */
  readonly firstDay: number;
  readonly days: Int32Array;
  readonly total: Float64Array;
  /** The return of cash at the same time. */
  readonly cash: Float64Array;
}

export interface Estimate extends Interval {
  readonly value: number;
}

/** The figures of a period. Days since 1970-01-01, both included. */
export interface PeriodFigures {
  readonly fromDay: number;
  readonly toDay: number;
  readonly years: number;
  /** Annual: mean by deviation of the daily excess returns, times the root of the returns per year. */
  readonly sharpe: Estimate | null;
  /** The same without deducting cash: what the trades made, whatever share of the money was in them. */
  readonly sharpeBeforeCash: Estimate | null;
  /** Mean daily return over cash times the returns per year, in per cent. */
  readonly excessReturnPct: Estimate | null;
  /** From the total returns, in per cent of the peak: 0 or negative. */
  readonly maxDrawdownPct: Estimate | null;
}

export function computeYears({ firstDay, days }: Pick<ReturnRecord, "firstDay" | "days">): number {
  return ((days.at(-1) ?? firstDay) - firstDay) / DAYS_PER_YEAR;
}

export function computeExcess({ total, cash }: Pick<ReturnRecord, "total" | "cash">): Float64Array {
  return total.map((each, index) => each - (cash[index] ?? 0));
}

/** The part of a record from return number `from` up to but not including `to`. */
export function sliceRecord(record: ReturnRecord, from: number, to: number): ReturnRecord {
  return {
    firstDay: from === 0 ? record.firstDay : (record.days[from - 1] ?? record.firstDay),
    days: record.days.slice(from, to),
    total: record.total.slice(from, to),
    cash: record.cash.slice(from, to),
  };
}

/** Measures a period with 95 % intervals, which are reproducible by their seed. Figures are null for less than 250 days. */
export function measurePeriod(record: ReturnRecord, seed: string): PeriodFigures {
  const years = computeYears(record);
  const period = { fromDay: record.firstDay, toDay: record.days.at(-1) ?? record.firstDay, years };
  if (record.days.length < LEAST_DAYS) return { ...period, ...NO_FIGURES };
  const perYear = record.days.length / years;
  const excess = computeExcess(record);
  const moments = computeMoments(excess);
  const sharpe = computeSharpe(moments);
  const intervals = bootstrapIntervals(excess, record.total, { seed });
  return {
    ...period,
    sharpe: scaleOptional(sharpe, intervals.sharpe, Math.sqrt(perYear)),
    sharpeBeforeCash: scaleOptional(
      computeSharpe(computeMoments(record.total)),
      intervals.sharpeBeforeCash,
      Math.sqrt(perYear),
    ),
    excessReturnPct: scaleEstimate(moments.mean, intervals.mean, perYear * 100),
    maxDrawdownPct: scaleEstimate(computeDeepestFall(record.total), intervals.deepestFall, 100),
  };
}

const NO_FIGURES = { sharpe: null, sharpeBeforeCash: null, excessReturnPct: null, maxDrawdownPct: null } as const;

function scaleOptional(value: number | null, interval: Interval | null, factor: number): Estimate | null {
  return value === null || interval === null ? null : scaleEstimate(value, interval, factor);
}

function scaleEstimate(value: number, { low, high }: Interval, factor: number): Estimate {
  return { value: value * factor, low: low * factor, high: high * factor };
}

/** The same figures without intervals. Null for less than 250 days. */
export interface PlainFigures {
  readonly returnPct: number | null;
  readonly sharpe: number | null;
  readonly excessReturnPct: number | null;
  readonly maxDrawdownPct: number | null;
}

export function measurePlainly(record: ReturnRecord): PlainFigures {
  if (record.days.length < LEAST_DAYS)
    return { returnPct: null, sharpe: null, excessReturnPct: null, maxDrawdownPct: null };
  const years = computeYears(record);
  const perYear = record.days.length / years;
  const moments: ReturnMoments = computeMoments(computeExcess(record));
  const sharpe = computeSharpe(moments);
  return {
    returnPct: computeYearlyGrowth(record.total, years) * 100,
    sharpe: sharpe === null ? null : sharpe * Math.sqrt(perYear),
    excessReturnPct: moments.mean * perYear * 100,
    maxDrawdownPct: computeDeepestFall(record.total) * 100,
  };
}

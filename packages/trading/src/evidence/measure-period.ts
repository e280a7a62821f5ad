import { DAY_MS, MEANS_VARIANCE_FACTOR } from "@wazi/domain";
import {
  computeDeepestFall,
  computeMoments,
  computeSharpe,
  computeYearlyGrowth,
  type ReturnMoments,
} from "./return-moments.ts";
import type { Interval } from "./block-bootstrap.ts";
import { bootstrapIntervals } from "./bootstrap-intervals.ts";

const DAYS_PER_YEAR = 365.25;
/** About a year of trading days. With fewer returns, no figure says anything. */
export const LEAST_DAYS = 250;

/** The returns of one bot over a period: daily, or of other steps with `perYear`. Fractions, costs included. */
export interface ReturnRecord {
  /** The day before the first return. */
  readonly firstDay: number;
  /** The last day of each return, days since 1970-01-01, increasing. */
  readonly days: Int32Array;
  readonly total: Float64Array;
  /** The return of cash at the same time. */
  readonly cash: Float64Array;
  /** Returns in a year, such as 12 of monthly ones; left out for daily ones, which are counted. */
  readonly perYear?: number;
  /**
   * True when the prices are means of a month. Their returns have two thirds of the variance of returns from month's end to
   * month's end (`MEANS_VARIANCE_FACTOR`), so the Sharpe ratio is divided by √1.5.
   */
  readonly isOfMonthlyMeans?: boolean;
}

/** The deviation of returns from month's end to month's end, by that of monthly means. */
export const MEANS_DEVIATION_FACTOR = Math.sqrt(MEANS_VARIANCE_FACTOR);

/** The factor of a Sharpe ratio: below 1 when the record is of monthly means. */
export function correctForMeans({ isOfMonthlyMeans = false }: Pick<ReturnRecord, "isOfMonthlyMeans">): number {
  return isOfMonthlyMeans ? 1 / MEANS_DEVIATION_FACTOR : 1;
}

export function countPerYear(record: ReturnRecord): number {
  return record.perYear ?? record.days.length / computeYears(record);
}

/** Two years of a record that is not daily. */
export function hasFigures({ days, perYear }: Pick<ReturnRecord, "days" | "perYear">): boolean {
  return days.length >= (perYear === undefined ? LEAST_DAYS : 2 * perYear);
}

export interface Estimate extends Interval {
  readonly value: number;
}

/** The figures of a period. Days since 1970-01-01, both included. */
export interface PeriodFigures {
  readonly fromDay: number;
  readonly toDay: number;
  readonly years: number;
  /** Annual: mean by deviation of the excess returns, times the root of the returns per year. */
  readonly sharpe: Estimate | null;
  /** The chance of a Sharpe ratio at least as high when the true one is 0, one-sided, by the same resamples. */
  readonly pValue: number | null;
  /** The same as `sharpe` without deducting cash: what the trades made, whatever share of the money was in them. */
  readonly sharpeBeforeCash: Estimate | null;
  /** Mean return over cash times the returns per year, in per cent. */
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
    ...record,
    firstDay: from === 0 ? record.firstDay : (record.days[from - 1] ?? record.firstDay),
    days: record.days.slice(from, to),
    total: record.total.slice(from, to),
    cash: record.cash.slice(from, to),
  };
}

/** The first and the second half of a record. */
export function halveRecord(record: ReturnRecord): readonly [ReturnRecord, ReturnRecord] {
  const middle = Math.floor(record.days.length / 2);
  return [sliceRecord(record, 0, middle), sliceRecord(record, middle, record.days.length)];
}

/**
 * Measures a period with 95 % intervals of 10,000 resamples, which are reproducible by their seed: studentised ones
 * (`SharpeDraws`) but for the deepest fall, whose are percentiles. Figures are null for less than 250 days.
 */
export function measurePeriod(record: ReturnRecord, seed: string): PeriodFigures {
  const years = computeYears(record);
  const period = { fromDay: record.firstDay, toDay: record.days.at(-1) ?? record.firstDay, years };
  if (!hasFigures(record)) return { ...period, ...NO_FIGURES };
  const perYear = countPerYear(record);
  const perSharpe = Math.sqrt(perYear) * correctForMeans(record);
  const excess = computeExcess(record);
  const moments = computeMoments(excess);
  const sharpe = computeSharpe(moments);
  const intervals = bootstrapIntervals(excess, record.total, { seed });
  return {
    ...period,
    sharpe: scaleOptional(sharpe, intervals.sharpe, perSharpe),
    pValue: sharpe === null ? null : (intervals.sharpe?.pValue ?? null),
    sharpeBeforeCash: scaleOptional(computeSharpe(computeMoments(record.total)), intervals.sharpeBeforeCash, perSharpe),
    excessReturnPct: scaleOptional(moments.mean, intervals.mean, perYear * 100),
    maxDrawdownPct: scaleEstimate(computeDeepestFall(record.total), intervals.deepestFall, 100),
  };
}

const NO_FIGURES = {
  sharpe: null,
  pValue: null,
  sharpeBeforeCash: null,
  excessReturnPct: null,
  maxDrawdownPct: null,
} as const;

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
  if (!hasFigures(record)) return { returnPct: null, sharpe: null, excessReturnPct: null, maxDrawdownPct: null };
  const years = computeYears(record);
  const perYear = countPerYear(record);
  const moments: ReturnMoments = computeMoments(computeExcess(record));
  const sharpe = computeSharpe(moments);
  return {
    returnPct: computeYearlyGrowth(record.total, years) * 100,
    sharpe: sharpe === null ? null : sharpe * Math.sqrt(perYear) * correctForMeans(record),
    excessReturnPct: moments.mean * perYear * 100,
    maxDrawdownPct: computeDeepestFall(record.total) * 100,
  };
}

/** A year is whole when the record starts and ends within this many days of its ends: markets close over New Year. */
const NEW_YEAR_DAYS = 6;

/** The growth of each whole calendar year, in per cent. */
export function computeYearlyReturns({ firstDay, days, total }: ReturnRecord): ReadonlyMap<number, number> {
  const yearly = new Map<number, number>();
  const firstYear = new Date((firstDay + NEW_YEAR_DAYS) * DAY_MS).getUTCFullYear();
  const lastYear = new Date(((days.at(-1) ?? firstDay) + NEW_YEAR_DAYS) * DAY_MS).getUTCFullYear() - 1;
  const isStart = firstDay <= Date.UTC(firstYear, 0, NEW_YEAR_DAYS) / DAY_MS;
  for (let year = isStart ? firstYear : firstYear + 1; year <= lastYear; year += 1) {
    const [from, to] = [Date.UTC(year, 0, 1) / DAY_MS, Date.UTC(year + 1, 0, 1) / DAY_MS];
    let growth = 1;
    days.forEach((day, index) => {
      if (day >= from && day < to) growth *= 1 + (total[index] as number);
    });
    yearly.set(year, (growth - 1) * 100);
  }
  return yearly;
}

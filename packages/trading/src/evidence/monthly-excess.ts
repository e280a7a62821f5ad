import { DAY_MS } from "@wazi/domain";
import { startOfMonth, toMonth } from "../months.ts";
import type { ReturnRecord } from "./measure-period.ts";

/** The return of a record over bills in each whole month, after all costs. */
export interface MonthlyExcess {
  /** As `toMonth`. */
  readonly firstMonth: number;
  /** ln((1 + return) / (1 + return of bills)) of each month. */
  readonly returns: Float64Array;
  /** True when the prices are means of a month (`ReturnRecord`). */
  readonly isOfMonthlyMeans: boolean;
}

/** A month whose last return is this many days before its end is whole: markets close over weekends and New Year. */
const LAST_DAYS = 4;

/** Joins the returns of each calendar month. A month that the record does not have as a whole is left out. */
export function listMonthlyExcess(record: ReturnRecord): MonthlyExcess {
  const { firstDay, days, total, cash, isOfMonthlyMeans = false } = record;
  const firstMonth = toMonth(firstDay * DAY_MS) + 1;
  const lastDay = days.at(-1) ?? firstDay;
  const isLastWhole = toMonth((lastDay + LAST_DAYS) * DAY_MS) > toMonth(lastDay * DAY_MS);
  const end = toMonth(lastDay * DAY_MS) + (isLastWhole ? 1 : 0);
  const returns = new Float64Array(Math.max(0, end - firstMonth));
  days.forEach((day, index) => {
    const place = toMonth(day * DAY_MS) - firstMonth;
    if (place < 0 || place >= returns.length) return;
    const earned = (1 + (total[index] ?? 0)) / (1 + (cash[index] ?? 0));
    returns[place] = (returns[place] ?? 0) + Math.log(Math.max(earned, LEAST_GROWTH));
  });
  return { firstMonth, returns, isOfMonthlyMeans };
}

/** A loss of everything has no logarithm: it counts as one of all but this part. */
export const LEAST_GROWTH = 1e-12;

/** The days of a month (`toMonth`). */
export function countMonthDays(month: number): number {
  return (startOfMonth(month + 1) - startOfMonth(month)) / DAY_MS;
}

import { LEAST_DAYS, type ReturnRecord } from "./measure-period.ts";
import { computeMoments, computeSharpe } from "./return-moments.ts";

/** The returns of the variants that were best before, window after window. */
export interface WalkForward {
  readonly record: ReturnRecord;
  readonly windows: number;
}

/** The first choice has two years to look back on. */
const FIRST_WINDOW_DAYS = 2 * LEAST_DAYS;

/**
 * Trades each window of 250 days with the variant that had the highest Sharpe ratio (before cash, as in
 * `measureOverfitting`) over all days before it, and joins the windows. `totals[v]` are the returns of variant v on the record's days. Null when there is no window.
 */
export function walkForward(
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

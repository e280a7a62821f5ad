import { DAY_MS } from "@wazi/domain";
import { toMonth } from "../months.ts";

/** The spacings of this many last bars decide the kind of bars. */
const SPACINGS_CHECKED = 99;
/** Weekends are 2 of 7 days. A market that trades on them has at least this share of its bars there. */
const WEEKEND_SHARE = (2 / 7) * 0.6;

/** The periods by which the equity of a series is grouped: those of its bars. */
export interface EquityCalendar {
  readonly periodsPerYear: number;
  /** The index of the last bar of each period. */
  readonly ends: Int32Array;
}

/**
 * Annual Sharpe and Sortino ratios without a risk-free rate, from equity at the last bar of each day. With n − 1 returns r, their
 * geometric mean g and N days a year: annual = (1 + g)^N − 1; volatility = sqrt((var(r) + (1 + g)²)^N − (1 + g)^2N), var being
 * the sample variance; Sharpe = annual / volatility; Sortino = annual / (sqrt(mean(min(r, 0)²)) × sqrt(N)). N is 252, or 365 when
 * the market trades on weekends. Weekly, monthly and yearly bars use weeks, months and years: N is 52, 12 or 1.
 * Source: the statistics of kernc/backtesting.py.
 */
export function computeSharpeAndSortino(
  { periodsPerYear: perYear, ends }: EquityCalendar,
  equity: Float64Array,
): { readonly sharpe: number | null; readonly sortino: number | null } {
  const returns = summarizeReturns(ends, equity);
  const growth = 1 + returns.geometricMean;
  const annual = growth ** perYear - 1;
  const volatility = Math.sqrt((returns.variance + growth ** 2) ** perYear - growth ** (2 * perYear));
  return {
    sharpe: divideOrNull(annual, volatility),
    sortino: divideOrNull(annual, Math.sqrt(returns.meanSquaredLoss) * Math.sqrt(perYear)),
  };
}

function divideOrNull(dividend: number, divisor: number): number | null {
  const quotient = dividend / divisor;
  return Number.isFinite(quotient) ? quotient : null;
}

interface ReturnSummary {
  readonly geometricMean: number;
  /** Sample variance: divided by the count less one. */
  readonly variance: number;
  readonly meanSquaredLoss: number;
}

/** Uses one pass and constant memory (B. P. Welford's variance, Technometrics 4, 1962). */
function summarizeReturns(ends: Int32Array, equity: Float64Array): ReturnSummary {
  let count = 0;
  let mean = 0;
  let squares = 0;
  let squaredLosses = 0;
  const first = equity[ends[0] ?? NaN] ?? NaN;
  let before = first;
  // Equity cannot grow again from 0.
  for (let period = 1; period < ends.length && before > 0; period += 1) {
    const worth = equity[ends[period] as number] as number;
    const change = worth / before - 1;
    count += 1;
    const distance = change - mean;
    mean += distance / count;
    squares += distance * (change - mean);
    if (change < 0) squaredLosses += change * change;
    before = worth;
  }
  return {
    geometricMean: before > 0 ? Math.expm1(Math.log(before / first) / count) : 0,
    variance: squares / (count - 1),
    meanSquaredLoss: squaredLosses / count,
  };
}

/** Finds the periods of a series from the times of its bars (epoch ms). */
export function findEquityCalendar(time: Float64Array): EquityCalendar {
  const days = Math.floor(computeTypicalSpacing(time) / DAY_MS);
  if (days === 7) return { periodsPerYear: 52, ends: findPeriodEnds(time, toWeek) };
  if (days >= 28 && days <= 31) return { periodsPerYear: 12, ends: findPeriodEnds(time, toMonth) };
  if (days === 365) return { periodsPerYear: 1, ends: findPeriodEnds(time, toYear) };
  return { periodsPerYear: tradesOnWeekends(time) ? 365 : 252, ends: findPeriodEnds(time, toDay) };
}

function findPeriodEnds(time: Float64Array, periodOf: (moment: number) => number): Int32Array {
  const ends = new Int32Array(time.length);
  let count = 0;
  let period = periodOf(time[0] ?? NaN);
  for (let bar = 0; bar < time.length; bar += 1) {
    const following = bar + 1 < time.length ? periodOf(time[bar + 1] as number) : NaN;
    if (following === period) continue;
    period = following;
    ends[count] = bar;
    count += 1;
  }
  return ends.slice(0, count);
}

/** The median spacing of the last bars, in milliseconds. */
function computeTypicalSpacing(time: Float64Array): number {
  const from = Math.max(1, time.length - SPACINGS_CHECKED);
  const spacings = Array.from(time.subarray(from), (moment, index) => moment - (time[from + index - 1] as number));
  spacings.sort((one, other) => one - other);
  const middle = spacings.length / 2;
  return ((spacings[Math.ceil(middle) - 1] ?? NaN) + (spacings[Math.floor(middle)] ?? NaN)) / 2;
}

function tradesOnWeekends(time: Float64Array): boolean {
  let weekendBars = 0;
  for (let bar = 0; bar < time.length; bar += 1) {
    const daysSinceThursday = Math.floor((time[bar] as number) / DAY_MS) % 7;
    if (daysSinceThursday === 2 || daysSinceThursday === 3) weekendBars += 1;
  }
  return weekendBars / time.length > WEEKEND_SHARE;
}

function toDay(moment: number): number {
  return Math.floor(moment / DAY_MS);
}

function toYear(moment: number): number {
  return new Date(moment).getUTCFullYear();
}

/** Weeks end on Sunday. 1970 started on a Thursday. */
function toWeek(moment: number): number {
  return Math.floor((Math.floor(moment / DAY_MS) + 3) / 7);
}

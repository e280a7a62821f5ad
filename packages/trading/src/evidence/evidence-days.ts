import { DAY_MS } from "@wazi/domain";
import { type Candle, type Interval, intervalMs } from "../candle.ts";
import { toMonth } from "../months.ts";

const SATURDAY = 6;
const SUNDAY = 0;
/** 1970-01-01, day 0, was a Thursday. */
const FIRST_WEEKDAY = 4;

/** The price returns of a series, one for each day after its first. */
export interface DailySeries {
  /** The day before the first return, and the days of the returns: days since 1970-01-01 (UTC), increasing. */
  readonly firstDay: number;
  readonly days: Int32Array;
  /** Change of the close from day to day, a fraction. */
  readonly holding: Float64Array;
}

/** An ISO day, from days since 1970. */
export function formatDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/**
 * The day to which a bar counts that closes at `closeTime` (epoch ms), always a Monday to Friday: bars of a weekend count to
 * the Monday after it, so that series with and without weekends have the same days.
 */
export function toEvidenceDay(closeTime: number): number {
  const day = Math.floor((closeTime - 1) / DAY_MS);
  const weekday = (day + FIRST_WEEKDAY) % 7;
  return weekday === SATURDAY ? day + 2 : weekday === SUNDAY ? day + 1 : day;
}

/** Groups candles by day. */
export function toDailySeries(candles: readonly Candle[], interval: Interval): DailySeries {
  const closes = new Map<number, number>();
  for (const { time, close } of candles) closes.set(toEvidenceDay(time + intervalMs[interval]), close);
  const [firstDay = 0, ...days] = closes.keys();
  const holding = new Float64Array(days.length);
  let before = closes.get(firstDay) ?? NaN;
  days.forEach((day, index) => {
    const close = closes.get(day) ?? NaN;
    holding[index] = close / before - 1;
    before = close;
  });
  return { firstDay, days: Int32Array.from(days), holding };
}

/** A bot's returns on the days of a series, from its nav at the end of each day. After a total loss they are 0. */
export function toBotReturns(navs: ReadonlyMap<number, number>, { firstDay, days }: DailySeries): Float64Array {
  let before = navs.get(firstDay) ?? 1;
  return Float64Array.from(days, (day) => {
    const nav = navs.get(day) ?? before;
    const change = before > 0 ? nav / before - 1 : 0;
    before = nav;
    return change;
  });
}

/** The bank-discount rate of the three-month Treasury bill in per cent a year, from the first day of a month to its last. */
export interface MonthlyRate {
  readonly day: number;
  readonly ratePct: number;
}

/** A bill of 91 days is bought at 100 less its discount, which is counted on a year of 360 days. */
const BILL_DAYS = 91;
const DISCOUNT_YEAR_PCT = 360 * 100;

/**
 * The return of a Treasury bill over some days at a bank-discount rate d (per cent): (1 − 91 d / 36000)^(−days / 91) − 1, so
 * that a year of 365 days gives the effective yield. Source: Federal Reserve, H.15, on the discount basis.
 */
export function computeBillReturn(ratePct: number, days: number): number {
  return (1 - (BILL_DAYS * ratePct) / DISCOUNT_YEAR_PCT) ** (-days / BILL_DAYS) - 1;
}

/**
 * The return of cash between the days of a series: the rate of each day's month for the days since the return before. Without
 * rates it is 0.
 * @throws RangeError for a day before the first month or after the last: `keepRatedBars` leaves those out
 */
export function toCashReturns(
  { firstDay, days }: Omit<DailySeries, "holding">,
  rates: readonly MonthlyRate[],
): Float64Array {
  if (rates.length === 0) return new Float64Array(days.length);
  const end = findRatesEnd(rates);
  let before = firstDay;
  let next = 0;
  return Float64Array.from(days, (day) => {
    while (next < rates.length && (rates[next]?.day ?? Infinity) <= day) next += 1;
    const rate = rates[next - 1];
    if (rate === undefined || day >= end) throw new RangeError(`there is no rate of cash on day ${day}`);
    const earned = computeBillReturn(rate.ratePct, day - before);
    before = day;
    return earned;
  });
}

/** Less than this of the nav is what costs and rounding have left over. */
const FULLY_INVESTED = 0.5;

/**
 * Adds what bills earn, before the operator's margin, to the returns of a bot: on all of its nav but what paid for its trades at the end of
 * the day before. The money of a trade on margin stays idle.
 * @param invested the part of the nav that paid for open trades, by day
 */
export function addBills(
  total: Float64Array,
  {
    cash,
    invested,
    firstDay,
    days,
  }: Omit<DailySeries, "holding"> & {
    readonly cash: Float64Array;
    readonly invested: ReadonlyMap<number, number>;
  },
): Float64Array {
  return total.map((each, index) => {
    const before = index === 0 ? firstDay : (days[index - 1] ?? firstDay);
    const idle = 1 - (invested.get(before) ?? 0);
    return idle > FULLY_INVESTED ? each + idle * (cash[index] ?? 0) : each;
  });
}

const MONTH_DAYS = 365 / 12;

/** The return of a bill in a month, which is a twelfth of a year, at a bank-discount rate (per cent). */
export const computeBillMonth = (ratePct: number): number => computeBillReturn(ratePct, MONTH_DAYS);

/** The return of bills in a month (`toMonth`), at the rate of the month before; 0 in months without one. */
export function findBillReturnIn(rates: readonly MonthlyRate[]): (month: number) => number {
  const byMonth = new Map(rates.map(({ day, ratePct }) => [toMonth(day * DAY_MS), computeBillMonth(ratePct)]));
  return (month) => byMonth.get(month - 1) ?? 0;
}

/** The first day after the last month of rates. */
function findRatesEnd(rates: readonly MonthlyRate[]): number {
  const last = new Date((rates.at(-1)?.day ?? NaN) * DAY_MS);
  return Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 1) / DAY_MS;
}

/** The bars of the days that have a rate of cash. */
export interface RatedBars {
  readonly candles: readonly Candle[];
  /** Why the record is shorter than the series: a sentence for each end. */
  readonly notes: readonly string[];
}

/**
 * Leaves out the bars before the first month of rates and after the last, because their returns cannot be compared with cash.
 * Without rates all bars count, and cash is 0.
 */
export function keepRatedBars(
  candles: readonly Candle[],
  interval: Interval,
  rates: readonly MonthlyRate[],
): RatedBars {
  const first = rates[0]?.day;
  if (first === undefined) return { candles, notes: [] };
  const end = findRatesEnd(rates);
  const days = candles.map(({ time }) => toEvidenceDay(time + intervalMs[interval]));
  const from = days.findIndex((day) => day >= first);
  const to = days.findLastIndex((day) => day < end) + 1;
  const notes: string[] = [];
  if (from !== 0) notes.push(`There is no rate of cash before ${formatMonth(first)}: the record starts there.`);
  if (to !== candles.length)
    notes.push(`There is no rate of cash after ${formatMonth(end - 1)}: the record ends there.`);
  return { candles: from === -1 ? [] : candles.slice(from, to), notes };
}

function formatMonth(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 7);
}

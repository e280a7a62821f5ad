import { DAY_MS } from "@wazi/domain";
import { type Candle, type Interval, intervalMs } from "../candle.ts";

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

/** A yearly interest rate in per cent from the first day of a month on. */
export interface MonthlyRate {
  readonly day: number;
  readonly ratePct: number;
}

const RATE_DAYS = 365;

/**
 * The return of cash between the days of a series: the rate of each day's month for the days since the return before. After
 * the last month its rate goes on, before the first month and without rates it is 0.
 */
export function toCashReturns(
  { firstDay, days }: Omit<DailySeries, "holding">,
  rates: readonly MonthlyRate[],
): Float64Array {
  let before = firstDay;
  let next = 0;
  return Float64Array.from(days, (day) => {
    while (next < rates.length && (rates[next]?.day ?? Infinity) <= day) next += 1;
    const ratePct = rates[next - 1]?.ratePct ?? 0;
    const earned = (1 + ratePct / 100) ** ((day - before) / RATE_DAYS) - 1;
    before = day;
    return earned;
  });
}

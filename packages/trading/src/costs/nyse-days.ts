import { DAY_MS } from "@wazi/domain";
import { getWeekday } from "./new-york-time.ts";

/** The New York Stock Exchange on a date: open all day, until 13:00, or closed. */
export type ExchangeDay = "open" | "early-close" | "closed";

const [SUNDAY, MONDAY, THURSDAY, FRIDAY, SATURDAY] = [0, 1, 4, 5, 6];

/** Closures that follow no rule (a state funeral, an attack, a storm), since 1985. */
const closures = new Set(
  [
    "1985-09-27",
    "1994-04-27",
    "2001-09-11",
    "2001-09-12",
    "2001-09-13",
    "2001-09-14",
    "2004-06-11",
    "2007-01-02",
    "2012-10-29",
    "2012-10-30",
    "2018-12-05",
    "2025-01-09",
  ].map(toDay),
);

/** Days that are kept: more than a century. */
const MAX_CACHED_DAYS = 50_000;
const exchangeDays = new Map<number, ExchangeDay>();

/** The first year of a holiday, where it is later than the calendar itself. */
const FIRST_KING_DAY = 1998;
const FIRST_JUNETEENTH = 2022;
/** Since 1993 the days around Independence Day, Thanksgiving and Christmas close at 13:00. */
const FIRST_EARLY_CLOSE = 1993;
/** From this year on, all the rules below hold. */
const MONDAY_HOLIDAYS_SINCE = 1971;

/**
 * The exchange on a New York date (days since 1970-01-01). The rules are those of NYSE Rule 7.2. They are right from 1985
 * on; before that, half days and elections are missing. A closure that is announced later is not known.
 */
export function findExchangeDay(day: number): ExchangeDay {
  const known = exchangeDays.get(day);
  if (known !== undefined) return known;
  const kind = computeExchangeDay(day);
  if (exchangeDays.size >= MAX_CACHED_DAYS) exchangeDays.clear();
  exchangeDays.set(day, kind);
  return kind;
}

function computeExchangeDay(day: number): ExchangeDay {
  const weekday = getWeekday(day);
  if (weekday === SATURDAY || weekday === SUNDAY || closures.has(day) || isHoliday(day)) return "closed";
  return isEarlyClose(day, weekday) ? "early-close" : "open";
}

function isHoliday(day: number): boolean {
  const year = new Date(day * DAY_MS).getUTCFullYear();
  return listHolidays(year).includes(day);
}

function listHolidays(year: number): readonly number[] {
  return [
    // New Year's Day on a Saturday is not observed, because the Friday ends the accounting year.
    ...observe(findDay(year, 1, 1), { isFridayObserved: false }),
    ...(year >= FIRST_KING_DAY ? [findNthWeekday(year, 1, MONDAY, 3)] : []),
    ...(year >= MONDAY_HOLIDAYS_SINCE ? [findNthWeekday(year, 2, MONDAY, 3)] : []),
    findEaster(year) - 2,
    ...(year >= MONDAY_HOLIDAYS_SINCE ? [findLastMondayOfMay(year)] : []),
    ...(year >= FIRST_JUNETEENTH ? observe(findDay(year, 6, 19)) : []),
    ...observe(findDay(year, 7, 4)),
    findNthWeekday(year, 9, MONDAY, 1),
    findNthWeekday(year, 11, THURSDAY, 4),
    ...observe(findDay(year, 12, 25)),
  ];
}

/** A holiday on a Sunday is observed on Monday, one on a Saturday on Friday. */
function observe(day: number, { isFridayObserved = true } = {}): readonly number[] {
  const weekday = getWeekday(day);
  if (weekday === SUNDAY) return [day + 1];
  if (weekday === SATURDAY) return isFridayObserved ? [day - 1] : [];
  return [day];
}

/** The day after Thanksgiving, 3 July and 24 December, when the next day is the holiday itself. */
function isEarlyClose(day: number, weekday: number): boolean {
  const date = new Date(day * DAY_MS);
  const year = date.getUTCFullYear();
  if (year < FIRST_EARLY_CLOSE) return false;
  if (weekday === FRIDAY && day - 1 === findNthWeekday(year, 11, THURSDAY, 4)) return true;
  if (day === findDay(year, 7, 3)) return weekday !== FRIDAY;
  return day === findDay(year, 12, 24) && weekday !== FRIDAY;
}

function findNthWeekday(year: number, month: number, weekday: number, nth: number): number {
  const first = findDay(year, month, 1);
  return first + ((weekday - getWeekday(first) + 7) % 7) + (nth - 1) * 7;
}

function findLastMondayOfMay(year: number): number {
  const last = findDay(year, 5, 31);
  return last - ((getWeekday(last) - MONDAY + 7) % 7);
}

/** Easter Sunday, by the Gregorian computus (Meeus, Astronomical Algorithms, chapter 8). */
function findEaster(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const date = (h + l - 7 * m + 33 * month + 19) % 32;
  return findDay(year, month, date);
}

function findDay(year: number, month: number, date: number): number {
  return Date.UTC(year, month - 1, date) / DAY_MS;
}

function toDay(date: string): number {
  return Date.parse(date) / DAY_MS;
}

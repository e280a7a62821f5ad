import { DAY_MS, HOUR_MS } from "@wazi/domain";

/** New York is 5 hours behind UTC in winter and 4 in summer. */
const WINTER_OFFSET_HOURS = 5;
const NOON_UTC_HOUR = 17;
/** Days whose offset is kept: more than a century. */
const MAX_CACHED_DAYS = 50_000;

const hourFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hour: "2-digit",
  hourCycle: "h23",
});
const offsets = new Map<number, number>();

/**
 * The time in New York as if it were UTC: epoch milliseconds of a clock on the wall there. Exact except in the night of a
 * change to or from summer time, when the markets here are closed.
 */
export function toNewYorkTime(time: number): number {
  return time - findOffsetMs(Math.floor((time - WINTER_OFFSET_HOURS * HOUR_MS) / DAY_MS));
}

/** The moment (epoch ms) at which the New York clock shows `wallTime`; the inverse of `toNewYorkTime`. */
export function fromNewYorkTime(wallTime: number): number {
  return wallTime + findOffsetMs(Math.floor(wallTime / DAY_MS));
}

/** The day of the week of a day number (days since 1970-01-01, a Thursday); 0 is Sunday. */
export function getWeekday(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

/** The offset on a day in New York, at noon. The rules come from the time zone database of the runtime. */
function findOffsetMs(day: number): number {
  const known = offsets.get(day);
  if (known !== undefined) return known;
  const hour = Number(hourFormat.format(day * DAY_MS + NOON_UTC_HOUR * HOUR_MS));
  const offset = (NOON_UTC_HOUR - hour) * HOUR_MS;
  if (offsets.size >= MAX_CACHED_DAYS) offsets.clear();
  offsets.set(day, offset);
  return offset;
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@wazi/domain";
import type { Market } from "../candle.ts";
import { fromNewYorkTime, getWeekday, toNewYorkTime } from "./new-york-time.ts";
import { findExchangeDay } from "./nyse-days.ts";

/**
 * The opening hours of a venue, in New York time:
 * - `always`: crypto, and symbols whose venue is not known.
 * - `forex`: from Sunday 17:00 to Friday 17:00.
 * - `metals`: from Sunday 18:00 to Friday 17:00, with a break from 17:00 to 18:00 every day.
 * - `new-york`: 9:30 to 16:00 on the days of the New York Stock Exchange, to 13:00 on its half days.
 */
export const calendars = ["always", "forex", "metals", "new-york"] as const;
export type Calendar = (typeof calendars)[number];

/** Epoch milliseconds; the venue is closed at `closesAt` itself. */
export interface Session {
  readonly opensAt: number;
  readonly closesAt: number;
}

/** No venue here is closed for longer: four weekdays in September 2001, and two weekends. */
export const MAX_CLOSED_DAYS = 10;
const [SUNDAY, FRIDAY, SATURDAY] = [0, 5, 6];

const metalSymbols = new Set(["GOLD", "SILVER", "XAUUSD", "XAU/USD", "XAGUSD", "XAG/USD"]);
/** The shares, funds and indices that trade in New York. Oil follows the hours of its fund. */
const newYorkIndices = new Set(["SPX", "NASDAQ", "DOW", "NYSE", "NDX", "DJI"]);
const newYorkCommodities = new Set(["USO"]);

/** The calendar of a symbol at its real venue. The simulated markets never close. */
export function getCalendar(market: Market, symbol: string): Calendar {
  switch (market) {
    case "forex":
      return "forex";
    case "crypto":
      return "always";
    case "stocks":
    case "portfolio":
      return "new-york";
    case "commodities":
      if (metalSymbols.has(symbol)) return "metals";
      return newYorkCommodities.has(symbol) ? "new-york" : "always";
    case "indices":
      return newYorkIndices.has(symbol) ? "new-york" : "always";
  }
}

/** True when the venue trades at `time` (epoch ms). */
export function isOpen(calendar: Calendar, time: number): boolean {
  if (calendar === "always") return true;
  const session = findNextSession(calendar, time);
  return session !== null && session.opensAt <= time;
}

/**
 * True when the venue trades at some moment of the bar. A bar of a day has the day's session, whatever its time zone. The
 * daily break of metals counts for one-minute bars only: it differs between brokers, and longer recorded bars lie in it.
 */
export function isBarInSession(calendar: Calendar, barTime: number, barMs: number): boolean {
  if (calendar === "always") return true;
  const session = findNextSession(calendar === "metals" && barMs > MINUTE_MS ? "forex" : calendar, barTime);
  return session !== null && session.opensAt < barTime + barMs;
}

/** The time from `fromTime` to `toTime` (epoch ms) in which the venue trades, in milliseconds. */
export function countOpenMs(calendar: Calendar, fromTime: number, toTime: number): number {
  if (calendar === "always") return Math.max(0, toTime - fromTime);
  let open = 0;
  let time = fromTime;
  while (time < toTime) {
    const session = findNextSession(calendar, time);
    if (session === null || session.opensAt >= toTime) break;
    open += Math.min(session.closesAt, toTime) - Math.max(session.opensAt, time);
    time = session.closesAt;
  }
  return open;
}

/** The session at `time`, or else the next one; `null` for a venue that never closes. */
export function findNextSession(calendar: Calendar, time: number): Session | null {
  if (calendar === "always") return null;
  const newest = newestSessions.get(calendar);
  if (newest !== undefined && time >= newest.from && time < newest.session.closesAt) return newest.session;
  const today = Math.floor(toNewYorkTime(time) / DAY_MS);
  for (let day = today - 1; day <= today + MAX_CLOSED_DAYS; day += 1) {
    const session = findSession(calendar, day);
    if (session === null || session.closesAt <= time) continue;
    newestSessions.set(calendar, { from: time, session });
    return session;
  }
  throw new Error(`${calendar} has no session in ${MAX_CLOSED_DAYS} days after ${new Date(time).toISOString()}`);
}

/** The answer to the newest question about each calendar, which holds until the session closes: bars come in order. */
const newestSessions = new Map<Calendar, { readonly from: number; readonly session: Session }>();

/** The session that opens on a New York day; `null` when none does. */
function findSession(calendar: Exclude<Calendar, "always">, day: number): Session | null {
  const at = (hours: number, days = 0) => fromNewYorkTime((day + days) * DAY_MS + hours * HOUR_MS);
  const weekday = getWeekday(day);
  switch (calendar) {
    case "forex":
      return weekday === FRIDAY || weekday === SATURDAY ? null : { opensAt: at(17), closesAt: at(17, 1) };
    case "metals":
      return weekday === FRIDAY || weekday === SATURDAY ? null : { opensAt: at(18), closesAt: at(17, 1) };
    case "new-york": {
      if (weekday === SUNDAY || weekday === SATURDAY) return null;
      const kind = findExchangeDay(day);
      return kind === "closed" ? null : { opensAt: at(9.5), closesAt: at(kind === "early-close" ? 13 : 16) };
    }
  }
}

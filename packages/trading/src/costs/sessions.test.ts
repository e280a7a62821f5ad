import { DAY_MS } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import { findExchangeDay } from "./nyse-days.ts";
import { type Calendar, countOpenMs, findNextSession, getCalendar, isBarInSession, isOpen } from "./sessions.ts";

const utc = (text: string) => Date.parse(`${text}Z`);
const toDay = (date: string) => Date.parse(date) / DAY_MS;

describe("the calendar of the New York Stock Exchange", () => {
  /** The holidays that the exchange published (press releases of 2021 and 2013; LEAN's table for 2001, 2004 and 2007). */
  const published: Readonly<Record<number, string>> = {
    2001: "01-01 01-15 02-19 04-13 05-28 07-04 09-03 09-11 09-12 09-13 09-14 11-22 12-25",
    2004: "01-01 01-19 02-16 04-09 05-31 06-11 07-05 09-06 11-25 12-24",
    2007: "01-01 01-02 01-15 02-19 04-06 05-28 07-04 09-03 11-22 12-25",
    2011: "01-17 02-21 04-22 05-30 07-04 09-05 11-24 12-26",
    2014: "01-01 01-20 02-17 04-18 05-26 07-04 09-01 11-27 12-25",
    2016: "01-01 01-18 02-15 03-25 05-30 07-04 09-05 11-24 12-26",
    2020: "01-01 01-20 02-17 04-10 05-25 07-03 09-07 11-26 12-25",
    2022: "01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26",
    2023: "01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25",
    2024: "01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25",
  };

  it.each(Object.entries(published))("of %s has the holidays that it published", (year, dates) => {
    const closed: string[] = [];
    for (let day = toDay(`${year}-01-01`); day <= toDay(`${year}-12-31`); day += 1) {
      const date = new Date(day * DAY_MS);
      const isWeekend = [0, 6].includes(date.getUTCDay());
      if (!isWeekend && findExchangeDay(day) === "closed") closed.push(date.toISOString().slice(5, 10));
    }
    expect(closed.join(" ")).toBe(dates);
  });

  it.each(["2014-07-03", "2014-11-28", "2014-12-24", "2018-07-03", "2018-12-24", "2020-11-27", "2023-07-03"])(
    "closes early on %s",
    (date) => {
      expect(findExchangeDay(toDay(date))).toBe("early-close");
    },
  );

  it("does not close early on the Friday that is itself the holiday", () => {
    expect(findExchangeDay(toDay("2020-07-03"))).toBe("closed");
    expect(findExchangeDay(toDay("2021-12-24"))).toBe("closed");
    expect(findExchangeDay(toDay("2015-07-02"))).toBe("open");
  });
});

describe("the hours of a venue", () => {
  it.each<[Calendar, string, boolean]>([
    // Winter: New York is 5 hours behind.
    ["forex", "2026-01-16T21:59", true],
    ["forex", "2026-01-16T22:00", false],
    ["forex", "2026-01-17T12:00", false],
    ["forex", "2026-01-18T21:59", false],
    ["forex", "2026-01-18T22:00", true],
    ["forex", "2026-01-14T22:00", true],
    // Summer: 4 hours.
    ["forex", "2026-07-17T20:59", true],
    ["forex", "2026-07-17T21:00", false],
    ["forex", "2026-07-19T21:00", true],
    // The Sunday on which summer time begins.
    ["forex", "2026-03-08T20:59", false],
    ["forex", "2026-03-08T21:00", true],
    ["metals", "2026-01-14T21:59", true],
    ["metals", "2026-01-14T22:00", false],
    ["metals", "2026-01-14T23:00", true],
    ["metals", "2026-01-18T22:30", false],
    ["metals", "2026-01-18T23:00", true],
    ["new-york", "2026-01-14T14:29", false],
    ["new-york", "2026-01-14T14:30", true],
    ["new-york", "2026-01-14T20:59", true],
    ["new-york", "2026-01-14T21:00", false],
    ["new-york", "2026-07-14T13:30", true],
    ["new-york", "2026-07-03T15:00", false],
    ["new-york", "2026-11-27T17:59", true],
    ["new-york", "2026-11-27T18:00", false],
    ["always", "2026-01-17T12:00", true],
  ])("%s at %s UTC: %s", (calendar, time, open) => {
    expect(isOpen(calendar, utc(time))).toBe(open);
  });

  it("opens next on Tuesday after a Monday holiday", () => {
    const session = findNextSession("new-york", utc("2026-01-16T21:00"));
    expect(session).toEqual({ opensAt: utc("2026-01-20T14:30"), closesAt: utc("2026-01-20T21:00") });
    expect(findNextSession("always", 0)).toBeNull();
  });

  it("counts the open time between two moments", () => {
    const hours = (calendar: Calendar, from: string, to: string) =>
      countOpenMs(calendar, utc(from), utc(to)) / 3_600_000;
    expect(hours("new-york", "2026-01-16T20:00", "2026-01-20T15:30")).toBe(2);
    expect(hours("forex", "2026-01-16T21:00", "2026-01-18T23:00")).toBe(2);
    expect(hours("metals", "2026-01-14T21:00", "2026-01-14T23:30")).toBe(1.5);
    expect(hours("always", "2026-01-17T00:00", "2026-01-18T00:00")).toBe(24);
    expect(hours("forex", "2026-01-17T00:00", "2026-01-17T12:00")).toBe(0);
  });

  it("includes a daily bar of a trading day, stamped at midnight UTC, and no bar of a closed day", () => {
    expect(isBarInSession("new-york", utc("2026-01-14T00:00"), DAY_MS)).toBe(true);
    expect(isBarInSession("new-york", utc("2026-01-19T00:00"), DAY_MS)).toBe(false);
    expect(isBarInSession("forex", utc("2026-01-18T00:00"), DAY_MS)).toBe(true);
    expect(isBarInSession("forex", utc("2026-01-17T00:00"), DAY_MS)).toBe(false);
    expect(isBarInSession("forex", utc("2026-01-16T22:00"), 3_600_000)).toBe(false);
  });

  it("checks the daily break of metals for one-minute bars only", () => {
    expect(isBarInSession("metals", utc("2026-01-14T22:30"), 60_000)).toBe(false);
    expect(isBarInSession("metals", utc("2026-01-14T22:00"), 3_600_000)).toBe(true);
    expect(isBarInSession("metals", utc("2026-01-17T22:00"), 3_600_000)).toBe(false);
  });

  it("belongs to the symbol", () => {
    expect(getCalendar("stocks", "AAPL")).toBe("new-york");
    expect(getCalendar("commodities", "GOLD")).toBe("metals");
    expect(getCalendar("indices", "DE30")).toBe("always");
    expect(getCalendar("crypto", "BTC/USD")).toBe("always");
  });
});

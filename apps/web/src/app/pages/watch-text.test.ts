import type { Bot } from "@wazi/contracts";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { describePriceTime, describeWatch, type WatchedBar } from "./market-watch.tsx";

const bot: Pick<Bot, "status" | "isResting" | "decisionInterval"> = {
  status: "trading",
  isResting: false,
  decisionInterval: "1h",
};
const bar: WatchedBar = {
  time: "2026-11-23T10:03:00.000Z",
  interval: "1m",
  isMarketTime: false,
  isAlwaysOpen: true,
  speed: 1,
};
/** Just after the bar closed. */
const NOW = Date.parse("2026-11-23T10:04:20.000Z");
const afterBar = (time: string): number => Date.parse(time) + 80_000;
const hour = (iso: string): string => new Date(iso).toTimeString().slice(0, 5);

const watch = (...[shown, watched, now]: [typeof bot, WatchedBar, number]): string =>
  renderToStaticMarkup(describeWatch(shown, watched, now, "Kora"));

describe("a watched bot", () => {
  it.each([
    ["2026-11-23T10:03:00.000Z", "2026-11-23T11:00:00.000Z"],
    ["2026-11-23T10:58:00.000Z", "2026-11-23T11:00:00.000Z"],
    // The bar of 10:59 closes the hour: the bot has decided, and decides again an hour later.
    ["2026-11-23T10:59:00.000Z", "2026-11-23T12:00:00.000Z"],
  ])("decides after the bar of %s at %s", (time, next) => {
    expect(watch(bot, { ...bar, time }, afterBar(time))).toBe(
      `Kora decides next at ${hour(next)}. It checks the stops of an open trade every minute.`,
    );
  });

  it("takes the longer of its own interval and the feed's bars", () => {
    expect(watch(bot, { ...bar, time: "2026-11-23T00:00:00.000Z", interval: "1d" }, NOW)).toBe(
      `Kora decides next at ${hour("2026-11-25T00:00:00.000Z")}. It checks the stops of an open trade at each new price.`,
    );
  });

  it("decides once a month when it is a core portfolio", () => {
    expect(watch({ ...bot, decisionInterval: "1mo" }, bar, NOW)).toBe(
      "Kora decides at the end of the last trading day of each month.",
    );
  });

  it("names no time where its market closes", () => {
    expect(watch(bot, { ...bar, isAlwaysOpen: false }, NOW)).toMatch(
      /^Kora decides at the end of each hour while its market is open\. /,
    );
    expect(watch(bot, { ...bar, isAlwaysOpen: false, interval: "1d" }, NOW)).toMatch(
      /^Kora decides at the end of each trading day\. /,
    );
  });

  it("names no time that has come, because nothing has been decided then", () => {
    const generic =
      /^Kora decides at the end of each hour while its market is open\. It checks the stops of an open trade every/;
    expect(watch(bot, bar, Date.parse("2026-11-23T11:00:00.000Z"))).toMatch(generic);
    expect(watch(bot, bar, Date.parse("2026-11-23T10:59:59.000Z"))).toContain("decides next at");
  });

  it("names no time in a replay, whose bars do not follow the clock", () => {
    expect(watch(bot, { ...bar, isMarketTime: true, isAlwaysOpen: false }, NOW)).toBe(
      "Kora decides at the end of each hour while its market is open. It checks the stops of an open trade at each new price.",
    );
  });

  it.each([
    [60, "within a minute"],
    [10, "within 6 minutes"],
  ])("names the market's time and the minutes until then, %d times faster than the clock", (speed, within) => {
    const text = watch(bot, { ...bar, isMarketTime: true, speed }, NOW);
    expect(text).toMatch(/^Kora decides next at 23 Nov(ember)? \(?.*\d\d:00 \(market time\), /);
    expect(text).toContain(`(market time), ${within}. It checks the stops`);
  });

  it.each([
    [{ status: "paused" }, /^Kora is paused\. It opens no new trades/],
    [{ isResting: true }, /^Kora rests because its recorded prices have ended\./],
    [{ status: "halted" }, /^Kora has been halted\./],
  ] as const)("with %j says so instead of a decision", (change, text) => {
    expect(watch({ ...bot, ...change }, bar, NOW)).toMatch(text);
    expect(watch({ ...bot, ...change }, bar, NOW)).not.toContain("decides");
  });
});

describe("the time of a price", () => {
  it("is when its bar closed", () => {
    expect(describePriceTime(bar, NOW)).toBe(`at ${hour("2026-11-23T10:04:00.000Z")}`);
  });

  it("has its day when that is not today", () => {
    expect(describePriceTime({ ...bar, time: "2026-11-20T21:59:00.000Z" }, NOW)).toMatch(/^at 2\d Nov 2026, \d\d:00$/);
  });

  it("is market time with the day where that differs from the clock", () => {
    expect(describePriceTime({ ...bar, time: "2024-03-05T10:03:00.000Z", isMarketTime: true }, NOW)).toMatch(
      /^at 5 Mar 2024, \d\d:04 \(market time\)$/,
    );
  });
});

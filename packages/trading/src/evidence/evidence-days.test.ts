import { describe, expect, it } from "vitest";
import { candle } from "../bot/bot-fixtures.ts";
import { intervalMs } from "../candle.ts";
import { toBotReturns, toCashReturns, toDailySeries, toEvidenceDay } from "./evidence-days.ts";

const DAY = intervalMs["1d"];
const HOUR = intervalMs["1h"];
const FRIDAY = Date.UTC(2024, 0, 5);

describe("evidence days", () => {
  it("count a bar to the day on which it ends, and weekends to Monday", () => {
    const day = FRIDAY / DAY;
    expect(toEvidenceDay(FRIDAY + DAY)).toBe(day);
    expect(toEvidenceDay(FRIDAY + HOUR)).toBe(day);
    expect(toEvidenceDay(FRIDAY + 2 * DAY)).toBe(day + 3);
    expect(toEvidenceDay(FRIDAY + 3 * DAY)).toBe(day + 3);
    expect(toEvidenceDay(FRIDAY + 4 * DAY)).toBe(day + 3);
  });

  it("take the last close of each day", () => {
    const bars = [
      candle(FRIDAY, 10, 10, 10, 10),
      candle(FRIDAY + 22 * HOUR, 10, 10, 10, 12),
      candle(FRIDAY + 23 * HOUR, 12, 12, 12, 11),
      candle(FRIDAY + 3 * DAY, 11, 11, 11, 22),
    ].map((each) => ({ ...each }));
    const daily = toDailySeries(bars, "1h");
    expect([daily.firstDay, ...daily.days]).toEqual([FRIDAY / DAY, FRIDAY / DAY + 3]);
    expect([...daily.holding]).toEqual([1]);
    const navs = new Map([
      [FRIDAY / DAY, 1],
      [FRIDAY / DAY + 3, 0.9],
    ]);
    expect(toBotReturns(navs, daily)[0]).toBeCloseTo(-0.1, 12);
  });

  it("keep a total loss at 0", () => {
    const daily = { firstDay: 0, days: Int32Array.from([1, 2, 3]), holding: new Float64Array(3) };
    expect([...toBotReturns(new Map([[1, 0]]), daily)]).toEqual([-1, 0, 0]);
  });

  it("credit cash with the rate of each month for the days since the return before", () => {
    const rates = [
      { day: 100, ratePct: 3.65 },
      { day: 130, ratePct: 7.3 },
    ];
    const earned = toCashReturns({ firstDay: 98, days: Int32Array.from([99, 100, 103, 130, 500]) }, rates);
    expect(earned[0]).toBe(0);
    expect(earned[1]).toBeCloseTo(1.0365 ** (1 / 365) - 1, 12);
    expect(earned[2]).toBeCloseTo(1.0365 ** (3 / 365) - 1, 12);
    expect(earned[4]).toBeCloseTo(1.073 ** (370 / 365) - 1, 12);
  });
});

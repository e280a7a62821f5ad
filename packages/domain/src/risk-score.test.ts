import { describe, expect, it } from "vitest";
import { scoreRisk, takeWeeks, type CurvePoint } from "./risk-score.ts";

const DAY_MS = 86_400_000;
const END = Date.parse("2026-04-13");

/** One point a week, oldest first, whose weekly log return is +step and −step in turn. */
function zigzag(weeks: number, step: number): CurvePoint[] {
  return Array.from({ length: weeks + 1 }, (_, index) => ({
    date: new Date(END - (weeks - index) * 7 * DAY_MS).toISOString().slice(0, 10),
    value: Math.exp(index % 2 === 0 ? 0 : step),
  }));
}

describe("the volatility", () => {
  it("is the standard deviation of weekly log returns times the root of 52", () => {
    const score = scoreRisk(zigzag(260, 0.01), -1);
    // 260 returns of ±0.01 with mean 0: sd = 0.01 × √(260 / 259).
    expect(score?.volatilityPct).toBeCloseTo(0.01 * Math.sqrt(260 / 259) * Math.sqrt(52) * 100, 10);
  });

  it("of monthly means is that of months times the root of 12 × 1.5", () => {
    const months = Array.from({ length: 61 }, (_, index) => ({
      date: new Date(Date.UTC(2020, index + 1, 0)).toISOString().slice(0, 10),
      value: Math.exp(index % 2 === 0 ? 0 : 0.01),
    }));
    const months60 = months.slice(1);
    const score = scoreRisk(months60, -1, true);
    // 59 returns of ±0.01, one more of them down than up or the other way round.
    const mean = 0.01 / 59;
    const deviation = Math.sqrt((59 * (0.01 ** 2 - mean ** 2)) / 58);
    expect(score?.volatilityPct).toBeCloseTo(deviation * Math.sqrt(12 * 1.5) * 100, 8);
  });

  it("is about none for a record that grows evenly", () => {
    const even = zigzag(260, 0).map(({ date }, index) => ({ date, value: Math.exp(index / 100) }));
    expect(scoreRisk(even, 0)?.volatilityPct).toBeCloseTo(0, 6);
  });

  it("reads one value a week, the last one, of five years at most", () => {
    const days = Array.from({ length: 15 }, (_, index) => ({
      date: new Date(END - (14 - index) * DAY_MS).toISOString().slice(0, 10),
      value: index,
    }));
    expect(takeWeeks(days)).toEqual([0, 7, 14]);
    expect(takeWeeks([])).toEqual([]);
    expect(takeWeeks(zigzag(600, 0.01))).toHaveLength(5 * 52 + 1);
  });
});

describe("the level", () => {
  const step = (volatilityPct: number) => volatilityPct / 100 / Math.sqrt(52) / Math.sqrt(260 / 259);
  it.each([
    [1.9, 0, 1],
    [2.1, 0, 2],
    [5.1, 0, 3],
    [10.1, 0, 4],
    [15.1, 0, 5],
    [1, -4.9, 1],
    [1, -5, 2],
    [1, -10, 3],
    [1, -20, 4],
    [1, -35, 5],
    [5.1, -35, 5],
    [15.1, -1, 5],
  ])("of a volatility of %d %% and a fall of %d %% is %d, the higher of the two", (volatility, fall, level) => {
    expect(scoreRisk(zigzag(260, step(volatility)), fall)?.level).toBe(level);
  });

  it("is missing for a record that is too short", () => {
    expect(scoreRisk([], 0)).toBeNull();
    expect(scoreRisk(zigzag(25, 0.01), -1)).toBeNull();
    expect(scoreRisk(zigzag(26, 0.01), -1)?.level).toBe(3);
  });
});

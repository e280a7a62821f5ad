import { describe, expect, it } from "vitest";
import { candle } from "../bot/bot-fixtures.ts";
import { intervalMs } from "../candle.ts";
import { addBills, keepRatedBars, toBotReturns, toCashReturns, toDailySeries, toEvidenceDay } from "./evidence-days.ts";
import { parseCashRates } from "./parse-cash-rates.ts";

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

  describe("of cash", () => {
    const december = Date.UTC(2023, 11, 1) / DAY;
    const january = december + 31;
    const rates = [
      { day: december, ratePct: 3.65 },
      { day: january, ratePct: 7.3 },
    ];

    it("earn the effective yield of the month's discount rate for the days since the return before", () => {
      const days = Int32Array.from([december, december + 3, january, january + 30]);
      const earned = toCashReturns({ firstDay: december - 1, days }, rates);
      // A bill at a discount of 3.65 % costs 100 − 3.65 × 91/360 and pays 100 after 91 days: 3.77 % in a year, not 3.65.
      const grow = (ratePct: number, held: number) => (100 / (100 - (ratePct * 91) / 360)) ** (held / 91) - 1;
      expect(grow(3.65, 365)).toBeCloseTo(0.0379, 4);
      expect([...earned]).toEqual([
        expect.closeTo(grow(3.65, 1), 14),
        expect.closeTo(grow(3.65, 3), 14),
        expect.closeTo(grow(7.3, 28), 14),
        expect.closeTo(grow(7.3, 30), 14),
      ]);
    });

    it("are what idle money earns: all that did not pay for a trade the day before", () => {
      const days = Int32Array.from([december, december + 3, january]);
      const cash = toCashReturns({ firstDay: december - 1, days }, rates);
      const invested = new Map([
        [december - 1, 0],
        [december, 0.25],
        [december + 3, 0.998],
      ]);
      const total = addBills(Float64Array.from([0.01, -0.02, 0.03]), { cash, invested, firstDay: december - 1, days });
      // The rest of a nav that is fully invested is what rounding and costs left over.
      expect([...total]).toEqual([0.01 + cash[0]!, -0.02 + 0.75 * cash[1]!, 0.03]);
    });

    it("are 0 without rates, and refused for a day without one", () => {
      const onDay = (day: number) => ({ firstDay: day - 1, days: Int32Array.from([day]) });
      expect([...toCashReturns(onDay(december), [])]).toEqual([0]);
      expect(() => toCashReturns(onDay(december - 1), rates)).toThrow(RangeError);
      expect(() => toCashReturns(onDay(january + 31), rates)).toThrow(RangeError);
    });

    it("leave out the bars before the first month of rates and after the last, and say so", () => {
      const bars = Array.from({ length: 100 }, (_, bar) => candle((december - 20 + bar) * DAY, 10, 10, 10, 10));
      const kept = keepRatedBars(bars, "1d", rates);
      // The first of December 2023 was a Friday. The last Wednesday of January is its last day.
      expect(kept.candles.map(({ time }) => time / DAY)).toEqual(bars.slice(20, 82).map(({ time }) => time / DAY));
      expect(kept.notes).toEqual([
        "There is no rate of cash before 2023-12: the record starts there.",
        "There is no rate of cash after 2024-01: the record ends there.",
      ]);
      expect(keepRatedBars(bars.slice(20, 82), "1d", rates).notes).toEqual([]);
      expect(keepRatedBars(bars, "1d", [])).toEqual({ candles: bars, notes: [] });
      expect(keepRatedBars(bars.slice(0, 9), "1d", rates).candles).toEqual([]);
    });

    it("need every month of the file", () => {
      const parse = (...months: string[]) =>
        parseCashRates(["month,annual_rate_percent", ...months.map((month) => `${month},1`)].join("\n"), "rates.csv");
      expect(parse("2023-12-01", "2024-01-01").map(({ day }) => day)).toEqual([december, january]);
      for (const [month, issue] of [
        ["2024-02-01", "2024-01 is missing before 2024-02"],
        ["2023-12-01", "2023-12 is repeated"],
        ["2023-11-01", "2023-11 is out of order"],
      ] as const) {
        expect(() => parse("2023-12-01", month)).toThrow(`rates.csv, line 3: ${issue}`);
      }
    });
  });
});

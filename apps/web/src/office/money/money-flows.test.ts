import type { MoneyFlowDay } from "@wazi/contracts";
import { describe, expect, it, test } from "vitest";
import { sumCents } from "../../lib/cents.ts";
import { readRange } from "./api.ts";
import { computeCoverage, describeCoverage } from "./money-now.tsx";
import {
  describeDay,
  toChartValue,
  isDayUnfinished,
  formatShortDay,
  sumFigure,
  toClipboardText,
  type DaySeries,
} from "./day-figures.ts";

const day: MoneyFlowDay = {
  day: "2026-11-21",
  moneyIn: "1200.50",
  moneyOut: "300.00",
  traded: "-12.34",
  interest: "0.00",
  adjusted: "0.00",
  platformIncome: "5.10",
  other: "-0.40",
  held: "10450.00",
  owed: "10400.00",
};
const AT = "2026-11-21T12:00:00.000Z";

describe("readRange", () => {
  test.each([
    ["?days=90", "90"],
    ["?days=365", "365"],
    ["", "30"],
    ["?days=31", "30"],
    ["?days=", "30"],
    ["?days=90&days=30", "90"],
  ])("reads %s as %s days", (search, range) => {
    expect(readRange(new URLSearchParams(search))).toBe(range);
  });
});

describe("a day", () => {
  const out: DaySeries = {
    name: "Out",
    look: "second",
    valueOf: ({ moneyOut }) => moneyOut,
    isDown: true,
  };
  const traded: DaySeries = {
    name: "Traded",
    look: "first",
    valueOf: ({ traded: value }) => value,
  };

  it("is drawn downwards for money out", () => {
    expect(toChartValue(out, day)).toBe(-300);
    expect(Object.is(toChartValue(out, { ...day, moneyOut: "0.00" }), 0)).toBe(true);
    expect(toChartValue(traded, day)).toBe(-12.34);
  });

  it("is described in words, with the sign", () => {
    expect(describeDay(day, [out, traded], AT)).toBe("Sat, 21 Nov 2026, so far: Out $300.00, Traded minus $12.34");
    expect(describeDay(day, [out], "2026-11-22T00:00:00.000Z")).toBe("Sat, 21 Nov 2026: Out $300.00");
  });

  it("ends when the next day (UTC) begins", () => {
    expect(isDayUnfinished("2026-11-21", "2026-11-21T23:59:59.999Z")).toBe(true);
    expect(isDayUnfinished("2026-11-21", "2026-11-22T00:00:00.000Z")).toBe(false);
  });

  it("is labelled with its year on the first of a month in another year", () => {
    expect(formatShortDay("2026-01-01", "2026-11-21")).toBe("1 Jan");
    expect(formatShortDay("2025-12-01", "2026-11-21")).toBe("Dec 2025");
    expect(formatShortDay("2025-12-20", "2026-01-21")).toBe("20 Dec");
  });
});

describe("the table", () => {
  it("is copied as tab-separated plain decimals", () => {
    expect(toClipboardText([day])).toBe(
      "Day (UTC)\tMoney in\tMoney out\tBots’ trades\tAdjustments\tPlatform income\tOther\tHeld at the end\tOwed at the end\n" +
        "2026-11-21\t1200.50\t300.00\t-12.34\t0.00\t5.10\t-0.40\t10450.00\t10400.00",
    );
  });

  it("has interest where there is any", () => {
    expect(toClipboardText([{ ...day, interest: "1.07" }])).toContain("\t-12.34\t1.07\t0.00\t");
    expect(toClipboardText([{ ...day, interest: "1.07" }])).toContain("\tInterest on idle cash\tAdjustments\t");
  });

  it("adds up to the cent", () => {
    expect(sumFigure([day, { ...day, moneyIn: "0.10" }, { ...day, moneyIn: "0.20" }], "moneyIn")).toBe("1200.80");
    expect(sumFigure([], "moneyIn")).toBe("0.00");
  });
});

describe("computeCoverage", () => {
  const parts = {
    platformIncome: "4.00",
    adjusted: "1.00",
    other: "-0.50",
    openTrades: "7.50",
  };
  test.each([
    {
      held: "100.00",
      owed: "90.00",
      beyond: "10.00",
      unexplained: undefined,
      words: /cover what investors are owed, plus \$2\.50/,
    },
    {
      held: "90.00",
      owed: "100.00",
      beyond: "-10.00",
      unexplained: "-20.00",
      words: /\$17\.50 is missing/,
    },
    {
      held: "97.50",
      owed: "90.00",
      beyond: "7.50",
      unexplained: "-2.50",
      words: /to the cent/,
    },
  ])("of $held and $owed", ({ held, owed, beyond, unexplained, words }) => {
    const coverage = computeCoverage({ held, owed, ...parts });
    expect(coverage.surplus).toBe(beyond);
    expect(coverage.parts.map(({ value }) => value).slice(0, 4)).toEqual(["4.00", "-1.00", "-0.50", "7.50"]);
    expect(coverage.parts.find(({ name }) => name === "Unexplained")?.value).toBe(unexplained);
    expect(sumCents(coverage.parts.map(({ value }) => value))).toBe(beyond);
    expect(describeCoverage(coverage)).toMatch(words);
  });

  it("reports no gap for the gain of open trades", () => {
    const still = {
      platformIncome: "0.00",
      adjusted: "0.00",
      other: "0.00",
      openTrades: "-2.37",
    };
    const coverage = computeCoverage({
      held: "100.00",
      owed: "102.37",
      ...still,
    });
    expect(coverage).toMatchObject({
      surplus: "-2.37",
      surplusBeforeOpenTrades: "0.00",
    });
    expect(coverage.parts.at(-1)).toMatchObject({
      name: "Open trades",
      value: "-2.37",
    });
    expect(coverage.parts.at(-1)?.meaning).toMatch(/Minus: winning/);
    expect(describeCoverage(coverage)).not.toMatch(/missing/);
  });
});

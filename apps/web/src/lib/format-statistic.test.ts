import { expect, it } from "vitest";
import {
  formatCost,
  formatInterval,
  formatSigned,
  formatStatistic,
  formatYearRange,
  formatYears,
} from "./format-statistic.ts";

it.each([
  [0.451, "0.45", "+0.5%"],
  [-0.428, "−0.43", "−0.4%"],
  [-0.001, "0.00", "0.0%"],
  [12.34, "12.34", "+12.3%"],
])("formats %f as %s and %s", (value, statistic, percent) => {
  expect(formatStatistic(value)).toBe(statistic);
  expect(formatSigned(value)).toBe(percent);
});

it("formats intervals, years and periods", () => {
  expect(formatInterval({ value: 0.45, low: -0.43, high: 1.47 })).toBe("0.45 [−0.43 to 1.47]");
  expect([0.3, 1, 1.1, 12.7, 1_234].map(formatYears)).toEqual([
    "under 1 year",
    "1 year",
    "2 years",
    "13 years",
    "1,234 years",
  ]);
  expect(formatYearRange("1999-01-04", "2026-11-20")).toBe("1999–2026");
  expect(formatYearRange("2026-01-04", "2026-11-20")).toBe("2026");
});

it.each([
  [1.154, "1.15%"],
  [0.0031, "under 0.01%"],
  [0, "0.00%"],
  [-0.02, "−0.02%"],
])("formats a cost of %f as %s", (pct, text) => {
  expect(formatCost(pct)).toBe(text);
});

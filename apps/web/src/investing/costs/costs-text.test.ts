import type { BotCosts } from "@wazi/contracts";
import { expect, it } from "vitest";
import { describeCostShare, describeCostSource, formatCostPercent, readAmount } from "./costs-text.ts";

const costs = {
  source: "own",
  trades: 1_240,
  from: "2026-10-12T08:00:00.000Z",
  to: "2026-11-22T08:00:00.000Z",
  days: 41,
} as BotCosts;

it.each([
  ["250", "250"],
  [" 10.50 ", "10.50"],
  ["0", null],
  ["1e3", null],
  ["10.505", null],
  ["", null],
])("reads the typed amount %j as %j", (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});

it("says where costs come from", () => {
  expect(describeCostSource(costs)).toContain("own 1,240 trades of the last 41 days, not scaled up.");
  expect(describeCostSource({ ...costs, source: "backtest", days: 365 })).toContain(
    "An average year on real prices, 12 Oct 2026 to 22 Nov 2026.",
  );
  expect(describeCostSource({ ...costs, source: "none", from: null, to: null })).toContain("not known yet");
});

it("says which part of a gain the costs took, rounded up", () => {
  expect(describeCostShare({ total: "1.00", resultWithoutCosts: "3.00" })).toContain("33.4%");
  expect(describeCostShare({ total: "1.00", resultWithoutCosts: "-3.00" })).toBeNull();
  expect(formatCostPercent("1.1500")).toBe("1.15%");
});

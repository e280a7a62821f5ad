import { expect, it } from "vitest";
import { checkLiveInterest, computeDailyInterest, createBillReturns, openInterestSource } from "./cash-interest.ts";

it("grows in 365 days by the effective rate, of which the margin is a part", () => {
  const { gross, margin } = computeDailyInterest({ ratePct: 4.5, marginPct: 0.5 });
  const grow = (daily: bigint): number => (1 + Number(daily) / 1e12) ** 365;
  expect(grow(gross)).toBeCloseTo(1.045, 8);
  expect(grow(gross - margin)).toBeCloseTo(1.04, 8);
  expect(gross).toBe(120_601_478n);
});

it("never takes more than the interest as the margin", () => {
  const { gross, margin } = computeDailyInterest({ ratePct: 1, marginPct: 2 });
  expect(margin).toBe(gross);
  expect(computeDailyInterest({ ratePct: 0, marginPct: 0 })).toEqual({ gross: 0n, margin: 0n });
});

it("has no source without a setting, and the same rate on each day with a fixed one", () => {
  expect(openInterestSource({ kind: "none" })).toBeUndefined();
  const source = openInterestSource({ kind: "fixed", ratePct: 4.5, marginPct: 0 });
  expect(source?.name).toBe("fixed:4.5");
  expect(source?.findDay("2024-10-03")).toEqual(computeDailyInterest({ ratePct: 4.5, marginPct: 0 }));
});

it("refuses a fixed rate in live mode, which nobody would pay", () => {
  const marginPct = { cashInterestMarginPct: 0 };
  expect(checkLiveInterest({ cashInterestSource: { kind: "none" }, ...marginPct })).toEqual([]);
  const [refusal] = checkLiveInterest({ cashInterestSource: { kind: "fixed", ratePct: 4 }, ...marginPct });
  expect(refusal).toContain("CASH_INTEREST_SOURCE: a fixed rate is not allowed in live mode");
});

it("returns in a month what its days return, before the margin", () => {
  const source = openInterestSource({ kind: "fixed", ratePct: 4.5, marginPct: 2 })!;
  const findReturn = createBillReturns(source);
  expect(findReturn(2024 * 12 + 1)).toBeCloseTo(1.045 ** (29 / 365) - 1, 9);
  expect(findReturn(2024 * 12)).toBeCloseTo(1.045 ** (31 / 365) - 1, 9);
  const unpaid = { ...source, findDay: (day: string) => (day > "2024-01-15" ? null : source.findDay(day)) };
  expect(createBillReturns(unpaid)(2024 * 12)).toBeCloseTo(1.045 ** (15 / 365) - 1, 9);
});

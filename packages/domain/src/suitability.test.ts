import { expect, it } from "vitest";
import { cents } from "./money.ts";
import { computeSuitabilityCeiling, isHigherLimit } from "./suitability.ts";

it.each([
  ["experienced", "all", "over-3-years", null],
  ["some", "all", "over-3-years", 1_000_000n],
  ["none", "all", "over-3-years", 100_000n],
  ["experienced", "part", "1-to-3-years", 200_000n],
  ["experienced", "part", "under-1-year", 50_000n],
  ["none", "none", "under-1-year", 10_000n],
] as const)("allows what the most careful answer allows: %s, %s, %s", (knowledge, lossCapacity, horizon, ceiling) => {
  expect(computeSuitabilityCeiling({ knowledge, lossCapacity, horizon })).toBe(ceiling);
});

it("compares limits, and none is the highest", () => {
  const [low, high] = [cents(1n), cents(2n)];
  expect([isHigherLimit(high, low), isHigherLimit(null, high)]).toEqual([true, true]);
  expect([
    isHigherLimit(low, high),
    isHigherLimit(low, low),
    isHigherLimit(low, null),
    isHigherLimit(null, null),
  ]).toEqual([false, false, false, false]);
});

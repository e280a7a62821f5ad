import { MAX_ENTRIES, type PositionEntry } from "@wazi/contracts";
import { expect, it } from "vitest";
import { findEntryCost } from "./entry-cost.ts";

const entry = (cost: string | null): PositionEntry => {
  const at = "2026-11-29T10:00:00.000Z";
  return { at, amount: "300.00", units: "299.970000000000", unitPrice: "1.000100000000", tradeOpen: true, cost };
};

it("is the cost of all purchases, as far as it is recorded of each", () => {
  expect(findEntryCost([entry("0.06")])).toBe("0.06");
  expect(findEntryCost([entry("0.06"), entry("0.00"), entry("1.20")])).toBe("1.26");
  expect(findEntryCost([entry("0.06"), entry(null)])).toBeUndefined();
  const full = Array.from({ length: MAX_ENTRIES }, () => entry("0.01"));
  expect(findEntryCost(full)).toBeUndefined();
  expect(findEntryCost(full.slice(1))).toBe("0.99");
});

import { MAX_ENTRIES, type PositionEntry, type UserBot } from "@wazi/contracts";
import { expect, it } from "vitest";
import { findEntryCost, keepEntryCost } from "./entry-cost.ts";

const entry = (units: string, tradeOpen: boolean): PositionEntry => {
  return { at: "2026-11-29T10:00:00.000Z", amount: "300.00", units, unitPrice: "1.000000000000", tradeOpen };
};
const join = (botId: string, units: string, value: string): void =>
  keepEntryCost({ botId, units, allocatedAmount: "300.00", value } as UserBot);

it("knows the cost of joining only of purchases that are exact", () => {
  join("kept", "299.970000000000", "299.94");
  expect(findEntryCost("kept", [entry("299.970000000000", true)])).toBe("0.06");
  expect(findEntryCost("kept", [entry("299.970000000000", true), entry("300.000000000000", false)])).toBe("0.06");
  expect(findEntryCost("kept", [entry("299.970000000000", true), entry("299.000000000000", true)])).toBeUndefined();
  expect(findEntryCost("other", [entry("299.970000000000", true)])).toBeUndefined();
  expect(findEntryCost("other", [entry("300.000000000000", false)])).toBe("0.00");
  const full = Array.from({ length: MAX_ENTRIES }, () => entry("300.000000000000", false));
  expect(findEntryCost("other", full)).toBeUndefined();
});

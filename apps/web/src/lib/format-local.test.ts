import { expect, it } from "vitest";
import { describeLocal, formatLocal, toLocalAmount } from "./format-local.ts";

it.each([
  ["25901", "KES 25,901"],
  ["25900.00", "KES 25,900"],
  ["129.50000000", "KES 129.5"],
])("formats %s as %s", (amount, text) => {
  expect(formatLocal(amount, "KES")).toBe(text);
});

it.each([
  ["100", "129.5", "12950.00"],
  ["0.01", "129.25", "1.29"],
  ["10.50", "3702.12345678", "38872.30"],
  ["9999999999.99", "0.00000001", "100.00"],
])("is what the server stores: %s dollars at %s are %s", (dollars, rate, local) => {
  expect(toLocalAmount(dollars, rate)).toBe(local);
});

it("says the rate, where it comes from and when it was set", () => {
  const local = {
    currency: "UGX",
    amount: "370212.00",
    rate: "3702.12",
    source: "Bank of Uganda",
    rateAt: "2026-11-23T08:00:00.000Z",
  };
  expect(describeLocal(local)).toMatch(/^About UGX 370,212, at UGX 3,702\.12 per \$1 \(Bank of Uganda, .*2026.*\)$/);
});

import { describe, expect, it } from "vitest";
import { fromCents, sumCents, toCents } from "./cents.ts";

describe("toCents", () => {
  it.each([
    ["1234.50", 123450n],
    ["-3.20", -320n],
    ["0.5", 50n],
    ["9999999999.99", 999999999999n],
    ["", 0n],
    ["1e3", 0n],
    [null, 0n],
  ])("converts %s", (value, cents) => {
    expect(toCents(value)).toBe(cents);
  });
});

describe("fromCents and sumCents", () => {
  it("format two places and the sign", () => {
    expect(fromCents(-5n)).toBe("-0.05");
    expect(fromCents(123450n)).toBe("1234.50");
    expect(sumCents(["300.00", "-6.12", "0.01"])).toBe("293.89");
    expect(sumCents([])).toBe("0.00");
  });
});

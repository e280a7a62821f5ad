import { describe, expect, it } from "vitest";
import { cents, divideDown, divideUp, formatDecimal, parseCents, parseDecimal } from "./money.ts";
import { findPackageTier } from "./package-tier.ts";
import { spreadAmount } from "./spread-amount.ts";

describe("divideDown and divideUp", () => {
  it.each([
    [7n, 2n, 3n, 4n],
    [-7n, 2n, -4n, -3n],
    [6n, 2n, 3n, 3n],
    [-6n, 2n, -3n, -3n],
    [0n, 5n, 0n, 0n],
  ])("divide %s by %s to %s and %s", (dividend, divisor, down, up) => {
    expect(divideDown(dividend, divisor)).toBe(down);
    expect(divideUp(dividend, divisor)).toBe(up);
  });
});

describe("decimals", () => {
  it.each([
    ["0", 0n],
    ["12", 1200n],
    ["12.3", 1230n],
    ["-0.05", -5n],
    ["9999999999.99", 999_999_999_999n],
    ["1.500", 150n],
  ])("parse %s as %s cents", (text, expected) => expect(parseCents(text)).toBe(expected));

  it.each(["", "1.234", "1e3", "1,000", ".5", "NaN", "--1", " 1"])("reject %j", (text) =>
    expect(() => parseDecimal(text, 2)).toThrow(RangeError),
  );

  it.each([
    [0n, "0.00"],
    [-5n, "-0.05"],
    [123_456n, "1234.56"],
  ])("format %s cents as %s", (amount, expected) => expect(formatDecimal(amount, 2)).toBe(expected));
});

describe("spreadAmount", () => {
  it("gives leftover cents to the largest remainders, and ties to the earlier weight", () => {
    expect(spreadAmount(cents(100n), [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(spreadAmount(cents(5n), [10n, 30n, 10n])).toEqual([1n, 3n, 1n]);
    expect(spreadAmount(cents(0n), [1n, 2n])).toEqual([0n, 0n]);
  });
});

describe("package tiers", () => {
  it.each([
    [9_999n, "none", 0, 10_000n],
    [10_000n, "starter", 3, 50_000n],
    [49_999n, "starter", 3, 50_000n],
    [50_000n, "professional", 5, 100_000n],
    [100_000n, "enterprise", 8, undefined],
  ])("are found for %s cents of deposits: %s with %s bots", (total, tier, bots, next) => {
    const { current, next: nextTier } = findPackageTier(cents(total));
    expect([current.tier, current.maxBots, nextTier?.threshold]).toEqual([tier, bots, next]);
  });
});

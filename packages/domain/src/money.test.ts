import { describe, expect, it } from "vitest";
import {
  add,
  cents,
  divideDown,
  divideUp,
  formatCents,
  formatDecimal,
  formatNav,
  formatUnits,
  maxCents,
  minCents,
  nav,
  navAtLeast,
  navAtMost,
  negate,
  ONE_NAV,
  parseCents,
  parseDecimal,
  parseNav,
  parseUnits,
  partDown,
  partUp,
  subtract,
  units,
  unitsUp,
  valueChangeUp,
  valueDown,
  valueUp,
} from "./money.ts";
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

  it.each(["", "1.234", "1e3", "1,000", ".5", "1.", "NaN", "--1", " 1", "1 ", "1.2.3"])("reject %j", (text) =>
    expect(() => parseDecimal(text, 2)).toThrow(new RangeError(`Not a decimal with at most 2 places: ${text}`)),
  );

  it("have two places for cents, twelve for units and unit prices, and none for whole numbers", () => {
    expect([formatCents(cents(5n)), formatUnits(parseUnits("1.5")), formatNav(parseNav("0.25"))]).toEqual([
      "0.05",
      "1.500000000000",
      "0.250000000000",
    ]);
    expect([formatDecimal(0n, 0), formatDecimal(-12n, 0)]).toEqual(["0", "-12"]);
    expect([parseNav("1"), parseUnits("-1")]).toEqual([ONE_NAV, -1_000_000_000_000n]);
  });

  it.each([
    [0n, "0.00"],
    [-5n, "-0.05"],
    [123_456n, "1234.56"],
  ])("format %s cents as %s", (amount, expected) => expect(formatDecimal(amount, 2)).toBe(expected));
});

describe("amounts", () => {
  // Not parsed, because a test that fails to load tells less than one that fails.
  const [held, at] = [units(3_000_000_000_000n), nav(333_333_333_333n)];

  it("name the side to which they are rounded", () => {
    expect([valueDown(held, at), valueUp(held, at)]).toEqual([99n, 100n]);
    expect(formatUnits(unitsUp(cents(100n), parseNav("3")))).toBe("0.333333333334");
    expect([valueChangeUp(held, -1_000_000_000n), valueChangeUp(held, 1_000_000_000n)]).toEqual([0n, 1n]);
    expect([partDown(cents(10n), 1n, 3n), partUp(cents(10n), 1n, 3n)]).toEqual([3n, 4n]);
  });

  it("are added and subtracted", () => {
    expect([add(), add(cents(5n)), add(cents(5n), cents(-7n), cents(1n))]).toEqual([0n, 5n, -1n]);
    expect(subtract(cents(3n), cents(5n))).toBe(-2n);
  });

  it.each([0n, 1n, 99n, 100n, 12_345n])("are reached between two unit prices: %s cents", (value) => {
    const [lowest, highest] = [navAtLeast(held, cents(value)), navAtMost(held, cents(value))];
    expect([valueDown(held, lowest), valueDown(held, highest)]).toEqual([value, value]);
    expect(valueDown(held, nav(lowest - 1n))).toBe(value - 1n);
    expect(valueDown(held, nav(highest + 1n))).toBe(value + 1n);
  });

  it("are compared and negated", () => {
    const [small, large] = [cents(-3n), cents(7n)];
    expect([minCents(small, large), minCents(large, small)]).toEqual([-3n, -3n]);
    expect([maxCents(small, large), maxCents(large, small)]).toEqual([7n, 7n]);
    expect([negate(small), negate(large)]).toEqual([3n, -7n]);
  });
});

describe("spreadAmount", () => {
  it("gives leftover cents to the largest remainders, and ties to the earlier weight", () => {
    expect(spreadAmount(cents(100n), [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(spreadAmount(cents(5n), [10n, 30n, 10n])).toEqual([1n, 3n, 1n]);
    expect(spreadAmount(cents(0n), [1n, 2n])).toEqual([0n, 0n]);
    expect(spreadAmount(cents(100n), [1n, 2n, 4n])).toEqual([14n, 29n, 57n]);
    expect(spreadAmount(cents(10n), [3n, 1n, 3n])).toEqual([4n, 2n, 4n]);
  });

  it("gives ties to the earlier weight also among many", () => {
    const weights = Array.from({ length: 64 }, (_, index) => (index % 2 === 0 ? 1n : 3n));
    // With 40 cents, each 3 has 120/128 and each 1 has 40/128: one for all of the 32, and 8 for the others.
    const parts = weights.map((weight, index) => (weight === 3n || index < 16 ? 1n : 0n));
    expect(spreadAmount(cents(40n), weights)).toEqual(parts);
  });

  it.each([[[]], [[0n, 0n]], [[1n, -2n]]])("refuses weights without a positive sum: %s", (weights) => {
    const message = "An amount can only be spread over weights with a positive sum";
    expect(() => spreadAmount(cents(1n), weights)).toThrow(new RangeError(message));
  });
});

describe("package tiers", () => {
  it.each([
    [9_999n, "none", "No package", 0, null, 10_000n],
    [10_000n, "starter", "Starter", 3, 70, 50_000n],
    [49_999n, "starter", "Starter", 3, 70, 50_000n],
    [50_000n, "professional", "Professional", 5, 80, 100_000n],
    [100_000n, "enterprise", "Enterprise", 8, 90, undefined],
  ])(
    "are found for %s cents of deposits: %s",
    { tags: ["profit-tiers"] },
    (total, tier, tierName, maxBots, userSharePct, next) => {
      const { current, next: nextTier } = findPackageTier(cents(total));
      expect(current).toMatchObject({ tier, tierName, maxBots, userSharePct });
      expect(nextTier?.threshold).toBe(next);
    },
  );
});

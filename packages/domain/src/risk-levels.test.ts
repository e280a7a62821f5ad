import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accrual, cents, nav, SCALE, units, valueDown, ZERO_CENTS, ZERO_UNITS } from "./money.ts";
import type { Position } from "./position.ts";
import {
  basisPoints,
  computeRiskLevels,
  findReachedLevel,
  formatBasisPoints,
  noRiskParameters,
  parseBasisPoints,
} from "./risk-levels.ts";

const position = (own: bigint, held: bigint): Position => ({
  units: units(held),
  ownDeposit: cents(own),
  ownProfit: ZERO_CENTS,
  lossCarried: ZERO_CENTS,
  interest: accrual(0n),
  shareAbove: "nothing",
  billInterest: accrual(0n),
  userSharePct: 80,
});

describe("risk levels", () => {
  it("are percentages with two places", () => {
    expect([parseBasisPoints("12.5"), formatBasisPoints(basisPoints(1_250n))]).toEqual([1_250n, "12.50"]);
  });

  it("are exact navs for 100.00 bought at 1", () => {
    const levels = computeRiskLevels(position(10_000n, 100n * SCALE), {
      stopLoss: basisPoints(1_000n),
      takeProfit: basisPoints(2_500n),
    });
    // Every value below 90.01 is 90.00 in whole cents.
    expect(levels.stop).toBe((SCALE * 9_001n) / 10_000n - 1n);
    expect(levels.take).toBe((SCALE * 125n) / 100n);
  });

  it("are null without parameters, and for a position without units", () => {
    expect(computeRiskLevels(position(10_000n, 100n * SCALE), noRiskParameters)).toEqual({ stop: null, take: null });
    const given = { stopLoss: basisPoints(100n), takeProfit: basisPoints(100n) };
    expect(computeRiskLevels(position(0n, ZERO_UNITS), given)).toEqual({ stop: null, take: null });
  });

  it("are exact: the value passes the threshold at the level, and not one step before", () => {
    const amounts = fc.record({
      own: fc.bigInt(1n, 10n ** 12n),
      held: fc.bigInt(10n ** 9n, 10n ** 24n),
      stopLoss: fc.bigInt(100n, 9_500n),
      takeProfit: fc.bigInt(100n, 100_000n),
    });
    fc.assert(
      fc.property(amounts, ({ own, held, stopLoss, takeProfit }) => {
        const risk = { stopLoss: basisPoints(stopLoss), takeProfit: basisPoints(takeProfit) };
        const { stop, take } = computeRiskLevels(position(own, held), risk);
        const valueAt = (mark: bigint): bigint => valueDown(units(held), nav(mark)) * 10_000n;
        expect(stop !== null && take !== null).toBe(true);
        if (stop === null || take === null) return;
        const lossAt = own * (10_000n - stopLoss);
        const gainAt = own * (10_000n + takeProfit);
        expect(valueAt(stop) <= lossAt && valueAt(stop + 1n) > lossAt).toBe(true);
        expect(valueAt(take) >= gainAt && valueAt(take - 1n) < gainAt).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("are reached from their own side, the stop first", () => {
    const levels = { stop: nav(90n), take: nav(110n) };
    expect(findReachedLevel(levels, nav(90n))).toBe("stop-loss");
    expect(findReachedLevel(levels, nav(91n))).toBeNull();
    expect(findReachedLevel(levels, nav(109n))).toBeNull();
    expect(findReachedLevel(levels, nav(110n))).toBe("take-profit");
    expect(findReachedLevel({ stop: nav(100n), take: nav(100n) }, nav(100n))).toBe("stop-loss");
    expect(findReachedLevel({ stop: null, take: null }, nav(0n))).toBeNull();
  });
});

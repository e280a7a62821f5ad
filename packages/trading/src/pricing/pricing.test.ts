import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markets } from "../candle.ts";
import { computeEntryPrice, computeExitPrice, type Side } from "./fill-price.ts";
import { computeCloseFactor, computeEntryFactor } from "./nav-factor.ts";
import { divideDown, divideUp, formatScaled, roundPrice, toScaled } from "./scaled-decimal.ts";
import { computeRoundTripCost, tradingCosts } from "./trading-costs.ts";

const side = fc.constantFrom<Side>("buy", "sell");
const price = fc.double({ min: 0.0001, max: 200_000, noNaN: true }).map((value) => Math.max(0.0001, roundPrice(value)));
const exposure = fc.integer({ min: 1, max: 10_000 }).map((steps) => (steps / 10_000).toFixed(4));
const paid = fc.integer({ min: 0, max: 100_000 }).map((cents) => (cents / 100).toFixed(2));
const market = fc.constantFrom(...markets);

describe("toScaled", () => {
  it.each<[number | string, string]>([
    [0, "0.000000000000"],
    ["1", "1.000000000000"],
    [0.1, "0.100000000000"],
    [1e-7, "0.000000100000"],
    [1e21, "1000000000000000000000.000000000000"],
    ["-36.98", "-36.980000000000"],
    ["1.500000000000000", "1.500000000000"],
  ])("parses %s exactly", (value, expected) => {
    expect(formatScaled(toScaled(value))).toBe(expected);
  });

  it.each([Number.NaN, Infinity, "", "1,5", "abc", "0x10", " 1", ".5", 1e-13, "0.0000000000001"])(
    "rejects %s",
    (value) => {
      expect(() => toScaled(value)).toThrow(RangeError);
    },
  );

  it("parses any rounded price and formats it back", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e12, noNaN: true }), (value) => {
        const rounded = roundPrice(value);
        expect(Number(formatScaled(toScaled(rounded)))).toBe(rounded);
      }),
    );
  });
});

describe("division", () => {
  it("rounds in the named direction for both signs", () => {
    expect([divideDown(7n, 2n), divideUp(7n, 2n), divideDown(-7n, 2n), divideUp(-7n, 2n)]).toEqual([3n, 4n, -4n, -3n]);
    expect([divideDown(-6n, 2n), divideUp(-6n, 2n)]).toEqual([-3n, -3n]);
  });
});

describe("trading costs", () => {
  it.each(markets)("are never zero in %s", (name) => {
    const { halfSpread, slippage, commission } = tradingCosts[name];
    expect(Math.min(halfSpread, slippage, commission)).toBeGreaterThan(0);
    expect(computeRoundTripCost(tradingCosts[name])).toBeGreaterThan(0);
  });

  it("are rounded against the trader", () => {
    const costs = { halfSpread: 0.1, slippage: 0, commission: 0 };
    const least = "0.000000000001";
    const prices = [computeEntryPrice("buy", least, costs), computeExitPrice("buy", least, costs)];
    expect(prices).toEqual(["0.000000000002", "0.000000000000"]);
    expect([computeEntryPrice("sell", least, costs), computeExitPrice("sell", least, costs)]).toEqual(
      prices.toReversed(),
    );
  });

  it("make every fill worse than the mid price", () => {
    fc.assert(
      fc.property(price, market, (mid, name) => {
        const costs = tradingCosts[name];
        expect(toScaled(computeEntryPrice("buy", mid, costs))).toBeGreaterThan(toScaled(mid));
        expect(toScaled(computeExitPrice("buy", mid, costs))).toBeLessThan(toScaled(mid));
        expect(computeEntryPrice("sell", mid, costs)).toBe(computeExitPrice("buy", mid, costs));
        expect(computeExitPrice("sell", mid, costs)).toBe(computeEntryPrice("buy", mid, costs));
      }),
    );
  });
});

describe("nav factors", () => {
  const long = { side: "buy", exposure: "0.5000", entryPrice: "100" } as const;
  const short = { side: "sell", exposure: "0.5000", entryPrice: "100" } as const;

  it("match the formula calculated by hand", () => {
    // 1 + 0.5 × 0.1 − 0.5 × 0.001 × 2.1 and 1 − 0.5 × 0.1 − the same
    expect(formatScaled(computeCloseFactor(long, 110, 0.001))).toBe("1.048950000000");
    expect(formatScaled(computeCloseFactor(short, 110, 0.001))).toBe("0.948950000000");
    expect(formatScaled(computeEntryFactor(long, 110))).toBe("1.050000000000");
    expect(formatScaled(computeEntryFactor(short, 110))).toBe("0.950000000000");
  });

  it("add dividends to a long and subtract them from a short", () => {
    // 1 ± 0.5 × 0.1 ± 0.5 × 0.02 − 0.5 × 0.001 × 2.1: dividends pay no commission
    expect(formatScaled(computeCloseFactor({ ...long, dividends: "2" }, 110, 0.001))).toBe("1.058950000000");
    expect(formatScaled(computeCloseFactor({ ...short, dividends: "2" }, 110, 0.001))).toBe("0.938950000000");
    expect(formatScaled(computeEntryFactor({ ...long, dividends: "2" }, 110))).toBe("1.060000000000");
    expect(formatScaled(computeEntryFactor({ ...short, dividends: "2" }, 110))).toBe("0.940000000000");
    expect(computeCloseFactor({ ...long, dividends: "0" }, 110, 0.001)).toBe(computeCloseFactor(long, 110, 0.001));
  });

  it("subtract financing from both sides, and add what was received", () => {
    // 1 ± 0.5 × 0.1 − 0.5 × 0.02 − 0.5 × 0.001 × 2.1: financing pays no commission
    expect(formatScaled(computeCloseFactor({ ...long, financing: "2" }, 110, 0.001))).toBe("1.038950000000");
    expect(formatScaled(computeCloseFactor({ ...short, financing: "2" }, 110, 0.001))).toBe("0.938950000000");
    expect(formatScaled(computeCloseFactor({ ...short, financing: "-2" }, 110, 0.001))).toBe("0.958950000000");
    expect(formatScaled(computeEntryFactor({ ...long, financing: "2" }, 110))).toBe("1.040000000000");
    expect(formatScaled(computeEntryFactor({ ...short, financing: "-2" }, 110))).toBe("0.960000000000");
    expect(computeCloseFactor({ ...long, financing: "0" }, 110, 0.001)).toBe(computeCloseFactor(long, 110, 0.001));
  });

  it("round the exit down and the entry up", () => {
    const thirds = { side: "buy", exposure: "1", entryPrice: "3" } as const;
    expect(formatScaled(computeCloseFactor(thirds, 4, 0))).toBe("1.333333333333");
    expect(formatScaled(computeEntryFactor(thirds, 4))).toBe("1.333333333334");
  });

  it("can be negative, because the ledger applies the floor at 0", () => {
    expect(computeCloseFactor({ side: "sell", exposure: "1", entryPrice: "100" }, 250, 0.001)).toBeLessThan(0n);
  });

  it("never give an exit mark above the entry mark at the same mid price", () => {
    fc.assert(
      fc.property(
        side,
        exposure,
        price,
        price,
        market,
        paid,
        (tradeSide, tradeExposure, entryMid, mid, name, dividends) => {
          const costs = tradingCosts[name];
          const trade = {
            side: tradeSide,
            exposure: tradeExposure,
            entryPrice: computeEntryPrice(tradeSide, entryMid, costs),
            dividends,
          };
          const exit = computeCloseFactor(trade, computeExitPrice(tradeSide, mid, costs), costs.commission);
          expect(exit).toBeLessThanOrEqual(computeEntryFactor(trade, computeEntryPrice(tradeSide, mid, costs)));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("lose money at an unchanged price, because of costs", () => {
    fc.assert(
      fc.property(side, price, market, (tradeSide, mid, name) => {
        const costs = tradingCosts[name];
        const trade = { side: tradeSide, exposure: "1", entryPrice: computeEntryPrice(tradeSide, mid, costs) };
        expect(computeCloseFactor(trade, computeExitPrice(tradeSide, mid, costs), costs.commission)).toBeLessThan(
          10n ** 12n,
        );
      }),
    );
  });
});

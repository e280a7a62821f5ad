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

  it("parses short and long decimals alike, with and without places", () => {
    const parts = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 7n }), fc.stringMatching(/^\d{0,12}$/));
    fc.assert(
      fc.property(parts, ([whole, places]) => {
        const text = places === "" ? `${whole}` : `${whole}.${places}`;
        expect(toScaled(text)).toBe(BigInt(`${whole}${places.padEnd(12, "0")}`));
        expect(toScaled(`-${text}`)).toBe(-toScaled(text));
      }),
    );
  });

  it.each([Number.NaN, Infinity, "", "1,5", "abc", "0x10", " 1", ".5", "5.", "1.2.3", "1-2", 1e-13, "0.0000000000001"])(
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
  const long = { symbol: "A", side: "buy", exposure: "0.5000", entryPrice: "100" } as const;
  const short = { symbol: "A", side: "sell", exposure: "0.5000", entryPrice: "100" } as const;

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
    const thirds = { symbol: "A", side: "buy", exposure: "1", entryPrice: "3" } as const;
    expect(formatScaled(computeCloseFactor(thirds, 4, 0))).toBe("1.333333333333");
    expect(formatScaled(computeEntryFactor(thirds, 4))).toBe("1.333333333334");
  });

  it("can be negative, because the ledger applies the floor at 0", () => {
    expect(computeCloseFactor({ ...short, exposure: "1" }, 250, 0.001)).toBeLessThan(0n);
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
            symbol: "A",
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
        const trade = {
          symbol: "A",
          side: tradeSide,
          exposure: "1",
          entryPrice: computeEntryPrice(tradeSide, mid, costs),
        };
        expect(computeCloseFactor(trade, computeExitPrice(tradeSide, mid, costs), costs.commission)).toBeLessThan(
          10n ** 12n,
        );
      }),
    );
  });
});

describe("nav factors of a pair in another currency", () => {
  const long = { symbol: "USD/JPY", side: "buy", exposure: "0.5000", entryPrice: "100" } as const;
  const short = { ...long, side: "sell" } as const;
  const rate = fc.double({ min: 0.5, max: 20_000, noNaN: true }).map((value) => Number(value.toPrecision(7)));
  const pairCosts = tradingCosts.forex;
  const free = { halfSpread: 0, slippage: 0, commission: 0 };
  const ONE = 10n ** 12n;

  it("turn the gain into dollars at the closing price", () => {
    // Half of the nav gains 50 yen a dollar, which are 50/150 dollars: 1 + 0.5 / 3, not 1.25.
    expect(formatScaled(computeCloseFactor(long, 150, 0))).toBe("1.166666666666");
    expect(formatScaled(computeEntryFactor(long, 150))).toBe("1.166666666667");
    expect(formatScaled(computeCloseFactor(short, 150, 0))).toBe("0.833333333333");
    expect(formatScaled(computeCloseFactor(short, 50, 0))).toBe("1.500000000000");
    // 1 + 0.5 × (50 − 3)/150 − 0.5 × 2 × 0.001: financing is converted, commissions are on the dollars held.
    expect(formatScaled(computeCloseFactor({ ...long, financing: "3" }, 150, 0.001))).toBe("1.155666666666");
    expect(formatScaled(computeEntryFactor({ ...long, financing: "3" }, 150))).toBe("1.156666666667");
    expect(formatScaled(computeCloseFactor({ ...long, dividends: "3" }, 150, 0))).toBe("1.176666666666");
    expect(computeCloseFactor({ ...long, symbol: "EUR/USD" }, 150, 0)).toBe(toScaled("1.25"));
  });

  it("are those of the yen held by hand, at any price", () => {
    fc.assert(
      fc.property(side, exposure, rate, rate, (tradeSide, tradeExposure, entry, exit) => {
        const trade = { ...long, side: tradeSide, exposure: tradeExposure, entryPrice: formatScaled(toScaled(entry)) };
        const gain = ((tradeSide === "buy" ? exit - entry : entry - exit) / exit) * Number(tradeExposure);
        const factor = Number(computeCloseFactor(trade, exit, 0)) / 1e12;
        expect(Math.abs(factor - (1 + gain))).toBeLessThan(1e-11 * (1 + Math.abs(gain)) + 1e-12);
      }),
    );
  });

  it("mark a trade at a price as it closes there, and no lower for who joins", () => {
    fc.assert(
      fc.property(side, exposure, rate, rate, (tradeSide, tradeExposure, entryMid, mid) => {
        const entryPrice = computeEntryPrice(tradeSide, entryMid, pairCosts);
        const trade = { ...long, side: tradeSide, exposure: tradeExposure, entryPrice };
        const exitPrice = computeExitPrice(tradeSide, mid, pairCosts);
        const closed = computeCloseFactor(trade, exitPrice, pairCosts.commission);
        expect(closed).toBeLessThanOrEqual(computeEntryFactor(trade, computeEntryPrice(tradeSide, mid, pairCosts)));
        // Without costs, both marks and the close are one value, to the rounding of the last place.
        const joined = computeEntryFactor(trade, mid) - computeCloseFactor(trade, mid, 0);
        expect(joined === 0n || joined === 1n).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it("of a long and a short at the same prices lose the costs and nothing else", () => {
    fc.assert(
      fc.property(exposure, rate, rate, (tradeExposure, entryMid, mid) => {
        const close = (tradeSide: Side, costs: typeof free): bigint => {
          const entryPrice = computeEntryPrice(tradeSide, entryMid, costs);
          const trade = { ...long, side: tradeSide, exposure: tradeExposure, entryPrice };
          return computeCloseFactor(trade, computeExitPrice(tradeSide, mid, costs), costs.commission);
        };
        const both = close("buy", free) + close("sell", free);
        expect(both === 2n * ONE || both === 2n * ONE - 1n).toBe(true);
        expect(close("buy", pairCosts) + close("sell", pairCosts)).toBeLessThan(2n * ONE);
      }),
    );
  });

  it("count a price that rounds to 0 as the least price", () => {
    expect(computeCloseFactor(long, "0", 0)).toBeLessThan(0n);
    expect(computeEntryFactor(short, "0")).toBeGreaterThan(0n);
  });
});

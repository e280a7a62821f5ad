import { computeCloseFactor, SCALE, toScaled, tradingCosts } from "@wazi/trading";
import { describe, expect, it } from "vitest";
import type { PoolTrade } from "../loop/open-trade.ts";
import { computeVenueQuantity } from "./venue-sync.ts";

const trade: PoolTrade = {
  id: "4b6ff4c6-7c34-5b9c-8a7a-3a1c6c0d9e11",
  openedAt: "2026-11-21T08:00:00Z",
  feed: "live",
  symbol: "BTC/USD",
  side: "buy",
  exposure: "0.5000",
  baseNav: "1.000000000000",
  entryPrice: "64000.000000000000",
  midPrice: 64_000,
  stopPrice: 63_000,
  targetPrice: null,
  costs: tradingCosts.crypto,
  decidedBarTime: 0,
  barTime: 0,
  barSequence: 1,
  dividends: "0",
  lastDividend: null,
  financing: "0",
  financedUntil: 0,
};

describe("computeVenueQuantity", () => {
  it.each([
    ["1000", "1", "0.5000", "64000", "buy", "0.0078125"],
    ["1000", "2", "0.5000", "64000", "buy", "0.015625"],
    ["1000", "1", "1.0000", "64000", "sell", "-0.015625"],
    ["0", "1", "1.0000", "64000", "buy", "0"],
  ] as const)("%s units at %s, exposure %s at %s, %s: %s", (units, nav, exposure, entryPrice, side, expected) => {
    const opened = { ...trade, exposure, entryPrice, side, baseNav: nav };
    expect(computeVenueQuantity({ units, nav, trade: opened })).toBe(toScaled(expected));
  });

  it("stays a part of the nav at which the trade opened when the pool earns interest", () => {
    const quantity = computeVenueQuantity({
      units: "1000",
      nav: "1.01",
      trade: { ...trade, baseNav: "1.000000000000" },
    });
    expect(quantity).toBe(toScaled("0.0078125"));
  });

  it("is in dollars for a pair in another currency, whatever its price", () => {
    const opened = { ...trade, symbol: "USD/JPY", entryPrice: "150", baseNav: "2" };
    const quantity = computeVenueQuantity({ units: "1000", nav: "2", trade: opened });
    expect(quantity).toBe(toScaled("1000"));
    // Closed at 180, each dollar has gained 30 yen: a sixth of a dollar, and a twelfth of the nav.
    const gain = computeCloseFactor(opened, 180, 0) - SCALE;
    expect(Number(gain) / Number(SCALE)).toBeCloseTo(1 / 12, 11);
    expect(Number((quantity * 30n) / 180n - 2_000n * gain)).toBeLessThanOrEqual(2_000);
  });
});

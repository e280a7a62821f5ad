import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeEntryPrice, computeExitPrice, type Side } from "../pricing/fill-price.ts";
import { computeCloseFactor } from "../pricing/nav-factor.ts";
import { SCALE, toScaled } from "../pricing/scaled-decimal.ts";
import { type TradingCosts, tradingCosts } from "../pricing/trading-costs.ts";
import { computeTradeCosts, sumTradeCosts } from "./trade-costs.ts";

const costs: TradingCosts = { halfSpread: 0.001, slippage: 0.0005, commission: 0.002 };

function closeTrade(
  side: Side,
  entryMidPrice: number,
  midPrice: number,
  { financing = "0", terms = costs, symbol = "A" } = {},
) {
  const exposure = "0.5000";
  const entryPrice = computeEntryPrice(side, entryMidPrice, terms);
  const exitPrice = computeExitPrice(side, midPrice, terms);
  const trade = { symbol, side, exposure, entryPrice, exitPrice, entryMidPrice, midPrice, financing, costs: terms };
  return { trade, factor: computeCloseFactor(trade, exitPrice, terms.commission) };
}

describe("the costs of a trade", () => {
  it("are fractions of the nav by kind", () => {
    // Bought at 99.85 × 1.0015 = 99.999775, sold at 120 × 0.9985 = 119.82; half of the nav; financing 0.30 a unit.
    const { trade } = closeTrade("buy", 99.85, 120, { financing: "0.3" });
    expect(computeTradeCosts(trade)).toEqual({
      // 0.5 × 0.001 × 219.85 / 99.999775
      spread: "0.001099252474",
      slippage: "0.000549626237",
      // 0.5 × 0.002 × (99.999775 + 119.82) / 99.999775
      commission: "0.002198202696",
      financing: "0.001500003376",
    });
  });

  it("of a pair in yen are fractions of the dollars that it holds", () => {
    // Bought at 100 × 1.0015 = 100.15, sold at 150 × 0.9985 = 149.775; half of the nav; financing 0.30 yen a dollar.
    const { trade } = closeTrade("buy", 100, 150, { financing: "0.3", symbol: "USD/JPY" });
    expect(computeTradeCosts(trade)).toEqual({
      // 0.5 × 0.001 × 2 × 100 / 149.775
      spread: "0.000667668169",
      slippage: "0.000333834085",
      // 0.5 × 0.002 × 2
      commission: "0.002000000000",
      financing: "0.001001502254",
    });
  });

  it.each(["A", "USD/JPY"])("explain exactly the difference to a trade in %s without costs", (symbol) => {
    const price = fc.double({ min: 0.1, max: 10_000, noNaN: true }).map((each) => Number(each.toPrecision(7)));
    const market = fc.constantFrom(...(["forex", "crypto", "stocks", "commodities", "indices"] as const));
    fc.assert(
      fc.property(fc.constantFrom<Side>("buy", "sell"), price, price, market, (side, entryMid, mid, name) => {
        const { trade, factor } = closeTrade(side, entryMid, mid, {
          financing: "0.01",
          terms: tradingCosts[name],
          symbol,
        });
        const { spread, slippage, commission, financing } = computeTradeCosts(trade);
        const total = toScaled(spread) + toScaled(slippage) + toScaled(commission) + toScaled(financing);
        const move = toScaled(mid) - toScaled(entryMid);
        const unit = symbol === "A" ? toScaled(trade.entryPrice) : toScaled(mid);
        const gross = ((side === "buy" ? move : -move) * toScaled("0.5")) / unit;
        const difference = SCALE + gross - (factor + total);
        // The two prices and five figures are rounded at the twelfth place; prices count in units of the entry price.
        // The rounding of both prices in yen is converted at the last one, and at a low one it weighs more.
        const weight = symbol === "A" ? 4n : 4n + (4n * toScaled(entryMid)) / unit;
        const rounding = 8n + (weight * SCALE) / unit;
        expect(difference < rounding && difference > -rounding).toBe(true);
      }),
    );
  });
});

describe("the costs of several trades", () => {
  const first = { spread: "0.001", slippage: "0.0005", commission: "0.002", financing: "0.0005" };
  const second = { spread: "0.002", slippage: "0", commission: "0.001", financing: "-0.001" };
  const trades = [
    { factor: "1.1", costs: first },
    { factor: "0.95", costs: second },
  ];

  it("are summed as fractions, and in cash at the value of the amount before each trade", () => {
    // 1,000.00 pays 1.00 of spread, becomes 1,100.00 and pays 2.20; it ends at 1,045.00.
    expect(sumTradeCosts(trades, 100_000n)).toEqual({
      fractions: {
        spread: "0.003000000000",
        slippage: "0.000500000000",
        commission: "0.003000000000",
        financing: "-0.000500000000",
      },
      cash: { spread: 320n, slippage: 50n, commission: 310n, financing: -60n },
      result: 4_500n,
    });
  });

  it("end at a total loss", () => {
    const { cash, result } = sumTradeCosts([{ factor: "-0.5", costs: first }, ...trades], 100_000n);
    expect(result).toBe(-100_000n);
    expect(cash.spread).toBe(100n);
  });

  it("are nothing without trades", () => {
    const none = sumTradeCosts([], 100_000n);
    expect(none.result).toBe(0n);
    expect(Object.values(none.cash)).toEqual([0n, 0n, 0n, 0n]);
  });
});

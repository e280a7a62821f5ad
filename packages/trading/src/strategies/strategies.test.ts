import { describe, expect, it } from "vitest";
import { trendFilter } from "./trend-filter.ts";
import { trendFollowing } from "./trend-following.ts";
import { scalping } from "./scalping.ts";
import { resolveParameters } from "./resolve-parameters.ts";
import { toBarColumns } from "../bar-columns.ts";
import { holding, RecordingOrders, runStrategy } from "./strategy-fixtures.ts";
import { momentum } from "./momentum.ts";
import { swingTrading } from "./swing-trading.ts";
import { volumeAnalysis } from "./volume-analysis.ts";
import { strategies } from "./strategy-list.ts";

describe("trend-following", () => {
  const given = { entry: 3, exit: 2, atr: 2, stopAtr: 2 };

  it("buys on a close above the bars before, with a stop two average ranges below", () => {
    const orders = runStrategy(trendFollowing, given, [100, 100, 100, 104]);
    // true ranges 2, 2, 2, 5: Wilder's average 3.5
    expect(orders).toEqual([undefined, undefined, undefined, { kind: "enter", side: "buy", stopPrice: 97 }]);
  });

  it("sells short on a close below them", () => {
    expect(runStrategy(trendFollowing, given, [100, 100, 100, 96]).at(-1)).toEqual({
      kind: "enter",
      side: "sell",
      stopPrice: 103,
    });
  });

  it("closes at the opposite edge of the shorter channel", () => {
    expect(runStrategy(trendFollowing, given, [100, 100, 98.5], holding("buy", 2)).at(-1)).toEqual({ kind: "close" });
    expect(runStrategy(trendFollowing, given, [100, 100, 99.5], holding("buy", 2)).at(-1)).toBeUndefined();
    expect(runStrategy(trendFollowing, given, [100, 100, 101.5], holding("sell", 2)).at(-1)).toEqual({ kind: "close" });
  });
});

describe("scalping", () => {
  const given = { fast: 1, slow: 3, atr: 2, stopAtr: 1, targetAtr: 2, costMultiple: 0, maximumBars: 3 };

  it("trades the cross in both directions, with a bracket in average ranges", () => {
    const up = runStrategy(scalping, given, [103, 102, 101, 106]);
    expect(up.slice(0, 3)).toEqual([undefined, undefined, undefined]);
    // true ranges 2, 2, 2, 6: average 4
    expect(up[3]).toEqual({ kind: "enter", side: "buy", stopPrice: 102, targetPrice: 114 });
    const down = runStrategy(scalping, given, [99, 100, 101, 96]);
    expect(down[3]).toEqual({ kind: "enter", side: "sell", stopPrice: 100, targetPrice: 88 });
  });

  it("does not trade while the target is worth less than the costs of several round trips", () => {
    // A round trip costs a thousandth of 1,006, and the target is 8 away: 7.95 round trips.
    const orderAt = (costMultiple: number) =>
      runStrategy(scalping, { ...given, costMultiple }, [1003, 1002, 1001, 1006])[3];
    expect(orderAt(8)).toBeUndefined();
    expect(orderAt(7.9)).toMatchObject({ targetPrice: 1014 });
  });

  it("closes after its number of bars", () => {
    expect(runStrategy(scalping, given, [100], holding("buy", 2))).toEqual([undefined]);
    expect(runStrategy(scalping, given, [100], holding("buy", 3))).toEqual([{ kind: "close" }]);
  });
});

describe("volume-analysis", () => {
  const given = { average: 3, confirm: 2, exit: 2, atr: 2, stopAtr: 2 };
  const traded = (closes: readonly number[], volumes: readonly number[]) =>
    closes.map((close, index) => ({ close, volume: volumes[index] ?? 0 }));

  it("buys a breakout with rising volume balance, and sells short with a falling one", () => {
    // on-balance volume 0, 0, 10: above its average. True ranges 2, 2, 5: Wilder's average 3.5
    const up = runStrategy(volumeAnalysis, given, traded([100, 100, 104], [10, 10, 10]));
    expect(up).toEqual([undefined, undefined, { kind: "enter", side: "buy", stopPrice: 97 }]);
    const down = runStrategy(volumeAnalysis, given, traded([100, 100, 96], [10, 10, 10]));
    expect(down[2]).toEqual({ kind: "enter", side: "sell", stopPrice: 103 });
  });

  it("ignores a breakout against the volume, and volume without a breakout", () => {
    expect(runStrategy(volumeAnalysis, given, traded([100, 99, 102], [10, 100, 1]))[2]).toBeUndefined();
    expect(runStrategy(volumeAnalysis, given, traded([100, 100, 100.5], [10, 10, 10]))[2]).toBeUndefined();
  });

  it("closes when both have turned, not on one alone", () => {
    const leaves = (volumes: number[], close: number) =>
      runStrategy(volumeAnalysis, given, traded([100, 100, close], volumes), holding("buy"))[2];
    expect(leaves([10, 10, 10], 97)).toEqual({ kind: "close" });
    expect(leaves([10, 10, 0], 97)).toBeUndefined();
    expect(leaves([10, 10, 10], 99.5)).toBeUndefined();
    const short = runStrategy(volumeAnalysis, given, traded([100, 100, 103], [9, 9, 9]), holding("sell"));
    expect(short[2]).toEqual({ kind: "close" });
  });

  it("does not trade without volume", () => {
    const closes = Array.from({ length: 400 }, (_, index) => 100 + 20 * Math.sin(index / 15) + index / 10);
    expect(runStrategy(volumeAnalysis, {}, closes).every((order) => order === undefined)).toBe(true);
    expect(runStrategy(volumeAnalysis, {}, traded(closes, closes)).some((order) => order !== undefined)).toBe(true);
  });
});

describe("momentum", () => {
  const given = { lookback: 4, hold: 2, threshold: 1, atr: 2, stopAtr: 2 };
  const rising = [100, 101, 102, 103, 104, 105, 106];
  const falling = [106, 105, 104, 103, 102, 101, 100];

  it("follows a move beyond chance, every few bars", () => {
    const up = runStrategy(momentum, given, rising);
    expect(up.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined]);
    // four returns of about 1 % make two of their standard deviations; the average range is 2
    expect(up.slice(4)).toEqual([
      { kind: "enter", side: "buy", stopPrice: 100 },
      undefined,
      { kind: "enter", side: "buy", stopPrice: 102 },
    ]);
    expect(runStrategy(momentum, given, falling)[4]).toEqual({ kind: "enter", side: "sell", stopPrice: 106 });
  });

  it("ignores a move within chance", () => {
    expect(runStrategy(momentum, given, [100, 101, 100, 101, 100.5])[4]).toBeUndefined();
    expect(runStrategy(momentum, { ...given, threshold: 3 }, rising)[4]).toBeUndefined();
  });

  it("keeps its trade, closes when the move is over, and reverses when the move turns", () => {
    expect(runStrategy(momentum, given, rising, holding("buy"))[4]).toBeUndefined();
    expect(runStrategy(momentum, given, [100, 101, 100, 101, 99.5], holding("buy"))[4]).toEqual({ kind: "close" });
    expect(runStrategy(momentum, given, [100, 101, 100, 101, 99.5], holding("sell"))[4]).toBeUndefined();
    expect(runStrategy(momentum, given, falling, holding("buy"))[4]).toMatchObject({ kind: "enter", side: "sell" });
  });
});

describe("swing-trading", () => {
  const given = { trend: 6, rsi: 2, extreme: 45, exit: 2, atr: 2, stopAtr: 3, costMultiple: 0 };
  const dip = [90, 95, 100, 110, 106, 103];
  const rally = dip.map((close) => 200 - close);

  it("buys a dip above the long average, sells short a rally below it", () => {
    // RSI(2) 42.9, long average 100.67; true ranges 2, 6, 6, 11, 5, 4: Wilder's average 5.25
    expect(runStrategy(swingTrading, given, dip)).toEqual([
      ...[undefined, undefined, undefined, undefined, undefined],
      { kind: "enter", side: "buy", stopPrice: 87.25 },
    ]);
    expect(runStrategy(swingTrading, given, rally)[5]).toEqual({ kind: "enter", side: "sell", stopPrice: 112.75 });
  });

  it("ignores a move that is not extreme, against the trend, or smaller than its costs", () => {
    expect(runStrategy(swingTrading, { ...given, extreme: 40 }, dip)[5]).toBeUndefined();
    expect(runStrategy(swingTrading, given, [130, 95, 100, 110, 106, 103])[5]).toBeUndefined();
    // the way back to 104.5 is 1.5, and 20 round trips at a thousandth of 103 are 2.06
    expect(runStrategy(swingTrading, { ...given, costMultiple: 20 }, dip)[5]).toBeUndefined();
    expect(runStrategy(swingTrading, { ...given, costMultiple: 10 }, dip)[5]).toBeDefined();
  });

  it("closes when the price is back across the average of its last bars", () => {
    expect(runStrategy(swingTrading, given, [100, 101], holding("buy"))[1]).toEqual({ kind: "close" });
    expect(runStrategy(swingTrading, given, [101, 100], holding("buy"))[1]).toBeUndefined();
    expect(runStrategy(swingTrading, given, [101, 100], holding("sell"))[1]).toEqual({ kind: "close" });
  });
});

describe("parameters", () => {
  it("use the declared defaults and reject unknown and out-of-range values", () => {
    expect(resolveParameters(trendFollowing, { entry: 55 })).toEqual({ entry: 55, exit: 10, atr: 20, stopAtr: 2 });
    expect(() => resolveParameters(trendFollowing, { period: 1 })).toThrow(/no parameter/);
    expect(() => resolveParameters(trendFollowing, { entry: 1 })).toThrow(/entry/);
    expect(() => resolveParameters(trendFollowing, { entry: Number.NaN })).toThrow(/entry/);
  });

  it("give no order in a market that does not move", () => {
    for (const strategy of strategies) {
      const still = Array.from({ length: 400 }, () => 5);
      const row = toBarColumns(
        still.map((price, time) => ({ time, open: 5, high: 5, low: 5, close: price, volume: 0 })),
      );
      const rule = strategy.createRule(resolveParameters(strategy));
      const orders = new RecordingOrders();
      still.forEach((_, bar) => {
        rule.advance(row, bar);
        rule.decide(row, bar, orders, { roundTripCost: 0.001, barMs: 60_000, nextDividend: null });
      });
      expect(orders.given.filter((order) => order.kind !== "rest" || !Number.isNaN(order.price))).toEqual([]);
    }
  });
});

describe("trend-filter", () => {
  const given = { trend: 3, band: 1, volatility: 2, stopDeviations: 2 };

  it("buys above the band over the average, with a stop by the standard deviation of returns", () => {
    const orders = runStrategy(trendFilter, given, [100, 100, 100, 110]);
    // The average is 103.33 and the band reaches to 104.37. Squared returns 0 and 0, then 0.01 with weight 2/3.
    const stopPrice = 110 - 2 * Math.sqrt((2 / 3) * 0.01) * 110;
    expect(orders.slice(0, 3)).toEqual([undefined, undefined, undefined]);
    expect(orders[3]).toMatchObject({ kind: "enter", side: "buy" });
    expect((orders[3] as { stopPrice: number }).stopPrice).toBeCloseTo(stopPrice, 9);
  });

  it("stays out within the band, and never sells short", () => {
    expect(runStrategy(trendFilter, given, [100, 101, 100, 101]).at(-1)).toBeUndefined();
    expect(runStrategy(trendFilter, given, [100, 100, 100, 80]).at(-1)).toBeUndefined();
  });

  it("leaves below the band, not within it", () => {
    expect(runStrategy(trendFilter, given, [100, 101, 99.8], holding("buy")).at(-1)).toBeUndefined();
    expect(runStrategy(trendFilter, given, [100, 101, 95], holding("buy")).at(-1)).toEqual({ kind: "close" });
  });
});

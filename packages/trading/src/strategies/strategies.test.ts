import { describe, expect, it } from "vitest";
import type { Candle } from "../candle.ts";
import { donchianAtrTrend } from "./donchian-atr-trend.ts";
import { emaAtrScalp } from "./ema-atr-scalp.ts";
import { type Order, type Parameters, type PositionView, resolveParameters, type Strategy } from "./strategy.ts";
import { strategies } from "./strategy-list.ts";

function ordersOn(
  strategy: Strategy,
  given: Parameters,
  closes: readonly number[],
  position: PositionView | null = null,
) {
  const parameters = resolveParameters(strategy, given);
  let state = strategy.initialState(parameters);
  return closes.map((close, index): Order | undefined => {
    const candle: Candle = { time: index, open: close, high: close + 1, low: close - 1, close, volume: 0 };
    const decision = strategy.onCandle(state, candle, { parameters, position, roundTripCost: 0.001 });
    state = decision.state;
    return decision.order;
  });
}

const held = (side: "buy" | "sell", barsHeld: number): PositionView => ({ side, entryMidPrice: 100, barsHeld });

describe("donchian-atr-trend", () => {
  const given = { entry: 3, exit: 2, atr: 2, stopAtr: 2 };

  it("buys a close above the bars before, with its stop two average ranges below", () => {
    const orders = ordersOn(donchianAtrTrend, given, [100, 100, 100, 104]);
    // true ranges 2, 2, 2, 5: Wilder's average 3.5
    expect(orders).toEqual([undefined, undefined, undefined, { kind: "enter", side: "buy", stopPrice: 97 }]);
  });

  it("sells short a close below them", () => {
    expect(ordersOn(donchianAtrTrend, given, [100, 100, 100, 96]).at(-1)).toEqual({
      kind: "enter",
      side: "sell",
      stopPrice: 103,
    });
  });

  it("leaves at the opposite edge of the shorter channel", () => {
    expect(ordersOn(donchianAtrTrend, given, [100, 100, 98.5], held("buy", 2)).at(-1)).toEqual({ kind: "close" });
    expect(ordersOn(donchianAtrTrend, given, [100, 100, 99.5], held("buy", 2)).at(-1)).toBeUndefined();
    expect(ordersOn(donchianAtrTrend, given, [100, 100, 101.5], held("sell", 2)).at(-1)).toEqual({ kind: "close" });
  });
});

describe("ema-atr-scalp", () => {
  const given = { fast: 1, slow: 3, atr: 2, stopAtr: 1, targetAtr: 2, costMultiple: 0, maximumBars: 3 };

  it("trades the cross, both ways, with a bracket in average ranges", () => {
    const up = ordersOn(emaAtrScalp, given, [103, 102, 101, 106]);
    expect(up.slice(0, 3)).toEqual([undefined, undefined, undefined]);
    // true ranges 2, 2, 2, 6: average 4
    expect(up[3]).toEqual({ kind: "enter", side: "buy", stopPrice: 102, targetPrice: 114 });
    const down = ordersOn(emaAtrScalp, given, [99, 100, 101, 96]);
    expect(down[3]).toEqual({ kind: "enter", side: "sell", stopPrice: 100, targetPrice: 88 });
  });

  it("never puts the bracket inside the costs", () => {
    // 20 round trips at a thousandth of 1,006 are 20.12, and the ranges only 6 and 12.
    const order = ordersOn(emaAtrScalp, { ...given, costMultiple: 20 }, [1003, 1002, 1001, 1006])[3];
    expect(order).toMatchObject({ stopPrice: 985.88, targetPrice: 1026.12 });
  });

  it("leaves after its bars", () => {
    expect(ordersOn(emaAtrScalp, given, [100], held("buy", 2))).toEqual([undefined]);
    expect(ordersOn(emaAtrScalp, given, [100], held("buy", 3))).toEqual([{ kind: "close" }]);
  });
});

describe("parameters", () => {
  it("take the declared defaults and refuse the unknown and the out of range", () => {
    expect(resolveParameters(donchianAtrTrend, { entry: 55 })).toEqual({ entry: 55, exit: 10, atr: 20, stopAtr: 2 });
    expect(() => resolveParameters(donchianAtrTrend, { period: 1 })).toThrow(/no parameter/);
    expect(() => resolveParameters(donchianAtrTrend, { entry: 1 })).toThrow(/entry/);
    expect(() => resolveParameters(donchianAtrTrend, { entry: Number.NaN })).toThrow(/entry/);
  });

  it("stand in no market that stands still", () => {
    for (const strategy of strategies.values()) {
      const parameters = resolveParameters(strategy);
      let state = strategy.initialState(parameters);
      for (let time = 0; time < 100; time += 1) {
        const bar = { time, open: 5, high: 5, low: 5, close: 5, volume: 0 };
        const decision = strategy.onCandle(state, bar, { parameters, position: null, roundTripCost: 0.001 });
        expect(decision.order).toBeUndefined();
        state = decision.state;
      }
    }
  });
});

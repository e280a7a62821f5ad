import { describe, expect, it } from "vitest";
import { candle, candleEvent, type Order, runBot, scriptedBot } from "./bot-fixtures.ts";
import type { BotEvent } from "./bot-event.ts";
import { restoreBotState } from "./restore-bot-state.ts";
import { computeExposure, dropWaitingEntries } from "./step-bot.ts";

/** Orders that no bot of the catalogue gives: entries without a stop, resting entries, moved stops. */

const decisionBar = candleEvent(0, candle(0, 100, 101, 99, 100));

function play(script: Readonly<Record<number, Order>>, ...bars: [number, number, number, number][]) {
  const events = bars.map(([o, h, l, c], index) => candleEvent(index + 1, candle(index + 1, o, h, l, c)));
  return runBot(scriptedBot(script), [decisionBar, ...events]);
}

describe("an entry without a stop", () => {
  it("has the maximum exposure and no bracket", () => {
    const { effects, state } = play({ 0: { kind: "enter", side: "sell" } }, [100, 300, 1, 100]);
    expect(effects).toMatchObject([{ type: "trade-opened", stopPrice: null, targetPrice: null, exposure: "1.0000" }]);
    expect(restoreBotState(scriptedBot({}), JSON.parse(JSON.stringify(state)))).toEqual({ ok: true, state });
    expect(computeExposure({ symbol: "A", riskPerTrade: 0.01, maximumExposure: 0.5 }, 100, null)).toBe("0.5000");
  });

  it("keeps its target, except a short's target at or below 0, which no price reaches", () => {
    const sell = (targetPrice: number): Order => ({ kind: "enter", side: "sell", targetPrice });
    expect(play({ 0: sell(90) }, [100, 101, 89, 95]).effects[1]).toMatchObject({ reason: "target", midPrice: 90 });
    expect(play({ 0: sell(-5) }, [100, 101, 1, 95]).effects).toMatchObject([{ targetPrice: null }]);
    expect(() => play({ 0: sell(110) }, [100, 101, 99, 100])).toThrow(/gave a sell at 100 with stop none, target 110/);
  });
});

describe("a resting buy-stop", () => {
  const rest = (price: number): Order => ({ kind: "rest", price });

  it("fills within the bar that reaches it, at its price, or at an open above it", () => {
    const touched = play({ 0: rest(105) }, [100, 104, 99, 103], [103, 106, 90, 104]);
    expect(touched.effects).toMatchObject([
      { type: "trade-opened", side: "buy", midPrice: 105, stopPrice: null, decidedBarTime: 0, barTime: 2 },
    ]);
    expect(touched.state.symbols["A"]?.resting).toBeNull();
    expect(play({ 0: rest(105) }, [108, 109, 107, 108]).effects).toMatchObject([{ midPrice: 108 }]);
  });

  it("is replaced, removed by NaN and cancelled by a market order", () => {
    expect(play({ 0: rest(105), 1: rest(107) }, [100, 101, 99, 100], [100, 106, 99, 100]).effects).toEqual([]);
    expect(play({ 0: rest(105), 1: rest(NaN) }, [100, 101, 99, 100], [100, 106, 99, 100]).effects).toEqual([]);
    const replaced = play(
      { 0: rest(105), 1: { kind: "enter", side: "sell" } },
      [100, 101, 99, 100],
      [100, 106, 99, 100],
    );
    expect(replaced.effects).toMatchObject([{ side: "sell", midPrice: 100 }]);
    expect(replaced.state.symbols["A"]?.resting).toBeNull();
  });

  it("does not fill while the bot has a trade in another symbol", () => {
    const config = scriptedBot({ 0: rest(105), 2: { kind: "close" } }, ["A", "B"]);
    const held = runBot(
      config,
      [0, 1].map((bar) => candleEvent(bar, candle(bar, 100, bar === 0 ? 101 : 106, 99, 100), "B")),
    );
    expect(held.effects).toMatchObject([{ type: "trade-opened", symbol: "B" }]);
    const both = runBot(config, [
      ...[0, 1].map((bar) => candleEvent(bar, candle(bar, 100, bar === 0 ? 101 : 106, 99, 100), "B")),
      ...[0, 1].map((bar) => candleEvent(bar, candle(bar, 100, bar === 0 ? 101 : 106, 99, 100))),
    ]);
    expect(both.effects).toHaveLength(1);
    expect(both.state.symbols["A"]?.resting).toMatchObject({ price: 105 });
  });

  it("is dropped on a doubtful bar, by a series break and by a gate", () => {
    const doubtful: BotEvent = {
      ...(candleEvent(1, candle(1, 100, 110, 99, 100)) as Extract<BotEvent, { type: "candle" }>),
      isDoubtful: true,
    };
    const config = scriptedBot({ 0: rest(105) });
    expect(runBot(config, [decisionBar, doubtful])).toMatchObject({
      effects: [],
      state: { symbols: { A: { resting: null } } },
    });
    const broken = runBot(config, [decisionBar, { type: "series-break", symbol: "A" }]).state;
    expect(broken.symbols["A"]?.resting).toBeNull();
    const { state } = runBot(config, [decisionBar]);
    expect(dropWaitingEntries(state, "A").symbols["A"]?.resting).toBeNull();
    expect(dropWaitingEntries(broken, "A")).toBe(broken);
  });
});

it("a moved stop is live from the next bar, in either direction, and NaN removes it", () => {
  const script = (price: number): Record<number, Order> => ({
    0: { kind: "enter", side: "buy", stopPrice: 95 },
    1: { kind: "move-stop", price },
  });
  const entry: [number, number, number, number] = [100, 101, 98, 100];
  expect(play(script(99), entry, [100, 101, 98, 100]).effects[1]).toMatchObject({
    reason: "stop",
    midPrice: 99,
    barTime: 2,
  });
  expect(play(script(90), entry, [100, 101, 94, 100]).effects).toHaveLength(1);
  expect(play(script(NaN), entry, [100, 101, 1, 100]).state.openTrades[0]).toMatchObject({ stopPrice: null });
});

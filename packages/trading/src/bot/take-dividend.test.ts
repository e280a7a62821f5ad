import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Strategy } from "../strategies/strategy.ts";
import { computeCloseFactor } from "../pricing/nav-factor.ts";
import { formatScaled, toScaled } from "../pricing/scaled-decimal.ts";
import type { Dividend } from "../simulation/dividend.ts";
import { toBarEvents, type BotEvent, type TradeClosed } from "./bot-event.ts";
import { candle, candleEvent, runBot, scriptedBot, type Order } from "./bot-fixtures.ts";
import { createBotState } from "./bot-state.ts";
import { restoreBotState } from "./restore-bot-state.ts";
import { stepBot } from "./step-bot.ts";

const buyOrder: Order = { kind: "enter", side: "buy", stopPrice: 1 };
const sellOrder: Order = { kind: "enter", side: "sell", stopPrice: 199 };
const closeOrder: Order = { kind: "close" };

const flatBar = (time: number) => candle(time, 100, 100, 100, 100);
const paid = (barSequence: number, amount = "0.24", exTime = barSequence): BotEvent => {
  return { type: "dividend", symbol: "A", amount, exTime, barSequence };
};

/** A trade from the open of bar 1 to the open of bar 4, with each dividend event before its bar. */
function closedWith(order: Order, ...dividends: BotEvent[]): TradeClosed {
  const bars = [0, 1, 2, 3, 4].flatMap((bar) => {
    const before = dividends.filter((event) => event.type === "dividend" && event.barSequence === bar);
    return [...before, candleEvent(bar, flatBar(bar))];
  });
  return runBot(scriptedBot({ 0: order, 3: closeOrder }), bars).effects[1] as TradeClosed;
}

describe("a dividend", () => {
  it("is credited to a long and debited to a short, in the factor too", () => {
    expect(closedWith(buyOrder, paid(2))).toMatchObject({ dividends: "0.240000000000", factor: "1.002400000000" });
    expect(closedWith(sellOrder, paid(2))).toMatchObject({ dividends: "0.240000000000", factor: "0.997600000000" });
    expect(closedWith(buyOrder)).toMatchObject({ dividends: "0", factor: "1.000000000000" });
  });

  it("is credited to a long after tax at the source, and debited to a short whole", () => {
    const taxed = { ...paid(2), paidAmount: "0.168" } as BotEvent;
    expect(closedWith(buyOrder, taxed).dividends).toBe("0.168000000000");
    expect(closedWith(sellOrder, taxed).dividends).toBe("0.240000000000");
  });

  it("is for trades from before the ex-date, also when they close at that open, not for trades entered at it", () => {
    expect(closedWith(buyOrder, paid(4)).dividends).toBe("0.240000000000");
    expect(closedWith(buyOrder, paid(1)).dividends).toBe("0");
    expect(closedWith(buyOrder, paid(0)).dividends).toBe("0");
  });

  it("counts once when repeated, and twice when one bar has two", () => {
    expect(closedWith(buyOrder, paid(2), paid(2), paid(3, "0.01"), paid(3, "0.01")).dividends).toBe("0.250000000000");
    expect(closedWith(buyOrder, paid(2, "0.24", 1_998), paid(2, "0.01", 2_000)).dividends).toBe("0.250000000000");
  });

  it("of a repeated series counts, even with an earlier date", () => {
    expect(closedWith(buyOrder, paid(2, "0.24", 9_000), paid(3, "0.01", 50)).dividends).toBe("0.250000000000");
  });

  it("of another symbol, or without an open trade, changes nothing", () => {
    const config = scriptedBot({ 0: buyOrder }, ["A", "B"]);
    const flat = createBotState(config);
    expect(stepBot(config, flat, paid(1)).state).toBe(flat);
    const { state } = runBot(
      config,
      [0, 1].map((bar) => candleEvent(bar, flatBar(bar))),
    );
    expect(stepBot(config, state, { ...paid(2), symbol: "B" }).state).toBe(state);
  });

  it.each(["0", "-0.1", "0.0000000000001", "much"])("of %s is rejected", (amount) => {
    const config = scriptedBot({});
    expect(() => stepBot(config, createBotState(config), paid(1, amount))).toThrow(RangeError);
  });

  it("lowers the stop and target of a long and of a short, once, so that they stay as far from the price", () => {
    const bracketed = (side: "buy" | "sell"): Order =>
      side === "buy"
        ? { kind: "enter", side, stopPrice: 90, targetPrice: 110 }
        : { kind: "enter", side, stopPrice: 110, targetPrice: 90 };
    const stateAfter = (side: "buy" | "sell", ...events: BotEvent[]) =>
      runBot(scriptedBot({ 0: bracketed(side) }), events).state;
    const held = [candleEvent(0, flatBar(0)), candleEvent(1, flatBar(1)), paid(2, "1.50"), paid(2, "1.50")];
    expect(stateAfter("buy", ...held).openTrades[0]).toMatchObject({ stopPrice: 88.5, targetPrice: 108.5 });
    expect(stateAfter("sell", ...held).openTrades[0]).toMatchObject({ stopPrice: 108.5, targetPrice: 88.5 });
    // Without it, the fall on the ex-date would reach the stop.
    const exDate = candle(2, 98.5, 98.5, 89, 98.5);
    expect(runBot(scriptedBot({ 0: bracketed("buy") }), [...held, candleEvent(2, exDate)]).effects).toHaveLength(1);
    expect(
      runBot(scriptedBot({ 0: bracketed("buy") }), [...held.slice(0, 2), candleEvent(2, exDate)]).effects,
    ).toMatchObject([{ type: "trade-opened" }, { reason: "stop", midPrice: 90 }]);
  });

  it("lowers the bracket of an entry that fills on the ex-date, once, and credits nothing to it", () => {
    const config = scriptedBot({ 0: { kind: "enter", side: "buy", stopPrice: 90, targetPrice: 110 } });
    const events = [candleEvent(0, flatBar(0)), paid(0, "1.50"), paid(1, "1.50"), paid(1, "1.50")];
    expect(runBot(config, events).state.orders[0]?.action).toMatchObject({ stopPrice: 88.5, targetPrice: 108.5 });
    const { state } = runBot(config, [...events, candleEvent(1, flatBar(1)), paid(1, "1.50")]);
    expect(state.openTrades[0]).toMatchObject({ stopPrice: 88.5, targetPrice: 108.5, dividends: "0" });
  });

  it("lowers a resting entry, once", () => {
    const config = scriptedBot({ 0: { kind: "rest", price: 101.5 } });
    const rested = [candleEvent(0, flatBar(0)), paid(0, "1.50"), paid(1, "1.50"), paid(1, "1.50")];
    expect(runBot(config, rested).state.symbols["A"]?.resting).toMatchObject({ price: 100 });
    expect(runBot(config, [...rested, candleEvent(1, flatBar(1))]).effects).toMatchObject([{ midPrice: 100 }]);
  });

  it("lowers the entry price that the strategy sees", () => {
    const seen: number[] = [];
    const config = scriptedBot({ 0: buyOrder });
    const createRule: Strategy["createRule"] = (parameters) => {
      const rule = config.strategy.createRule(parameters);
      return {
        ...rule,
        decide: (bars, bar, orders, context) => {
          seen.push(orders.entryMidPrice);
          rule.decide(bars, bar, orders, context);
        },
      };
    };
    const watching = { ...config, strategy: { ...config.strategy, createRule } };
    runBot(watching, [
      candleEvent(0, flatBar(0)),
      candleEvent(1, flatBar(1)),
      paid(2, "1.50"),
      candleEvent(2, flatBar(2)),
    ]);
    expect(seen).toEqual([NaN, 100, 98.5]);
  });

  it("comes before the open of its bar, and is the next dividend of earlier candles", () => {
    const dividend: Dividend = { exTime: 7, amount: "0.24" };
    const next: Dividend = { exTime: 9, amount: "0.25" };
    const bar = { candle: flatBar(7), barSequence: 3 };
    const events = toBarEvents([
      { ...bar, symbol: "A" },
      { ...bar, symbol: "B", dividends: [dividend], nextDividend: next },
    ]);
    expect(events.map(({ type, symbol }) => [type, symbol])).toEqual([
      ["dividend", "B"],
      ["open", "A"],
      ["open", "B"],
      ["candle", "A"],
      ["candle", "B"],
    ]);
    expect(events[0]).toEqual({ type: "dividend", symbol: "B", amount: "0.24", exTime: 7, barSequence: 3 });
    expect(events[4]).toMatchObject({ nextDividend: next });
  });
});

const BARS = 40;
const cents = fc.integer({ min: 1, max: 500 }).map((each) => (each / 100).toFixed(2));
const dividendsAt = fc.dictionary(fc.integer({ min: 0, max: BARS - 1 }).map(String), cents);

it("credits a long and debits a short exactly the sum, also when the state is restored and events are repeated", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(buyOrder, sellOrder),
      fc.nat(BARS - 4),
      fc.integer({ min: 1, max: BARS }),
      dividendsAt,
      fc.array(fc.nat(3 * BARS), { maxLength: 20 }),
      fc.array(fc.nat(3 * BARS), { maxLength: 20 }),
      (order, decidedAt, heldFor, amounts, storedAt, repeatedAt) => {
        const closedAt = Math.min(decidedAt + heldFor, BARS - 2);
        const config = scriptedBot({ [decidedAt]: order, ...(closedAt > decidedAt && { [closedAt]: closeOrder }) });
        const events = Array.from({ length: BARS }, (_, bar): BotEvent[] => {
          const amount = amounts[bar];
          const dividends = amount === undefined ? [] : [{ exTime: bar * 60_000, amount }];
          return [...toBarEvents([{ symbol: "A", candle: flatBar(bar * 60_000), barSequence: bar, dividends }])];
        }).flat();
        // After a restart, earlier events are repeated from any point.
        const told = events.flatMap((event, index) =>
          repeatedAt.includes(index) ? [...events.slice(Math.max(0, index - 7), index), event] : [event],
        );
        const { state, effects } = runBot(config, told, (before, index) => {
          if (!storedAt.includes(index)) return before;
          const restored = restoreBotState(config, JSON.parse(JSON.stringify(before)));
          if (!restored.ok) throw new Error(restored.reason);
          return restored.state;
        });
        const last = closedAt > decidedAt ? closedAt + 1 : BARS - 1;
        const sum = Object.entries(amounts).reduce((total, [bar, amount]) => {
          return Number(bar) > decidedAt + 1 && Number(bar) <= last ? total + toScaled(amount) : total;
        }, 0n);
        const closed = effects.find((effect): effect is TradeClosed => effect.type === "trade-closed");
        const dividends = closed?.dividends ?? state.openTrades[0]?.dividends ?? "";
        expect(toScaled(dividends)).toBe(sum);
        const { side } = order;
        const terms = { symbol: "A", side, exposure: "1.0000", entryPrice: "100", dividends };
        const gain = computeCloseFactor(terms, 100, 0) - toScaled(1);
        // One unit costs 100 and the trade uses all the nav, so the factor is exact to its twelfth place.
        expect(gain).toBe((side === "buy" ? sum : -sum) / 100n);
        if (closed) expect(closed.factor).toBe(formatScaled(toScaled(1) + gain));
      },
    ),
    { numRuns: 300 },
  );
});

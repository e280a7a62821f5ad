import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Candle } from "../candle.ts";
import { computeFinancing } from "../costs/financing.ts";
import type { Financing } from "../costs/financing-rates.ts";
import { formatScaled, toScaled } from "../pricing/scaled-decimal.ts";
import type { TradingCosts } from "../pricing/trading-costs.ts";
import { toBarEvents, type BotEvent, type TradeClosed } from "./bot-event.ts";
import { candle, candleEvent, runBot, scriptedBot, type Order } from "./bot-fixtures.ts";
import { restoreBotState } from "./restore-bot-state.ts";

/** 3.6 % a year is 0.01 % a day. */
const terms: Financing = { schedule: "wednesday", longRate: 0.036, shortRate: -0.018, yearDays: 360 };
const costs: TradingCosts = { halfSpread: 0, slippage: 0, commission: 0, financing: terms };
const buyOrder: Order = { kind: "enter", side: "buy", stopPrice: 1 };
const sellOrder: Order = { kind: "enter", side: "sell", stopPrice: 199 };
const closeOrder: Order = { kind: "close" };

const HOUR = 3_600_000;
/** Noon on Monday in winter: New York's 17:00 is at bars 10, 34, 58 (Wednesday), 82 and 106 (Friday). */
const MONDAY_NOON = Date.parse("2026-01-12T12:00Z");
const hourBar = (bar: number, close = 100): Candle => candle(MONDAY_NOON + bar * HOUR, 100, 100, 100, close);
const toEvents = (bars: readonly Candle[]): BotEvent[] =>
  bars.flatMap((bar, barSequence) => [...toBarEvents([{ symbol: "A", candle: bar, barSequence }])]);

/** A trade entered at the open of bar 1 and closed at the open of bar `closedAt`. */
function closedAt(order: Order, closed: number, bars = 200, close = 100): TradeClosed {
  const config = scriptedBot({ 0: order, [closed - 1]: closeOrder }, ["A"], costs);
  const events = toEvents(Array.from({ length: bars }, (_, bar) => hourBar(bar, close)));
  return runBot(config, events).effects[1] as TradeClosed;
}

describe("financing", () => {
  it("is charged to a long and credited to a short at each rollover, in the factor too", () => {
    expect(closedAt(buyOrder, 30)).toMatchObject({ financing: "0.010000000000", factor: "0.999900000000" });
    expect(closedAt(sellOrder, 30)).toMatchObject({ financing: "-0.005000000000", factor: "1.000050000000" });
  });

  it("is not charged to a trade of one day, and three times on Wednesday", () => {
    expect(closedAt(buyOrder, 9)).toMatchObject({ financing: "0", factor: "1.000000000000" });
    expect(closedAt(buyOrder, 40).financing).toBe("0.020000000000");
    expect(closedAt(buyOrder, 60).financing).toBe("0.050000000000");
    expect(closedAt(buyOrder, 110).financing).toBe("0.070000000000");
  });

  it("is charged to a trade that closes at the open of the rollover's bar, not to one that opens there", () => {
    expect(closedAt(buyOrder, 10).financing).toBe("0.010000000000");
    const config = scriptedBot({ 9: buyOrder, 29: closeOrder }, ["A"], costs);
    const { effects } = runBot(config, toEvents(Array.from({ length: 40 }, (_, bar) => hourBar(bar))));
    expect(effects[1]).toMatchObject({ financing: "0" });
  });

  it("is on the last close before the rollover", () => {
    expect(closedAt(buyOrder, 30, 200, 50).financing).toBe("0.005000000000");
  });

  it("of a trade that is stopped in a later bar is charged up to the open of that bar", () => {
    const config = scriptedBot({ 0: { kind: "enter", side: "buy", stopPrice: 90 } }, ["A"], costs);
    const bars = [0, 1, 2].map((day) => candle(MONDAY_NOON + day * 24 * HOUR, 100, 100, day === 2 ? 80 : 100, 100));
    const events = bars.map((bar, barSequence) => candleEvent(barSequence, bar));
    // Entered on Tuesday noon, stopped after Wednesday noon: one rollover.
    expect(runBot(config, events).effects[1]).toMatchObject({ reason: "stop", financing: "0.010000000000" });
  });

  it("of a series that is replayed goes on at its first times", () => {
    const config = scriptedBot({ 0: buyOrder, 79: closeOrder }, ["A"], costs);
    const bars = [...Array(40).keys(), ...Array(40).keys(), 40].map((bar) => hourBar(bar));
    // Bars 10 and 34, twice.
    expect(runBot(config, toEvents(bars)).effects[1]).toMatchObject({ financing: "0.040000000000" });
  });

  it("is not charged without terms", () => {
    const config = scriptedBot({ 0: buyOrder, 29: closeOrder });
    const { effects } = runBot(config, toEvents(Array.from({ length: 40 }, (_, bar) => hourBar(bar))));
    expect(effects[1]).toMatchObject({ financing: "0" });
  });

  it("is the same when states are stored and events are repeated, whatever the bars that are missing", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(buyOrder, sellOrder),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 4, maxLength: 20 }),
        fc.array(fc.nat(60), { maxLength: 10 }),
        fc.array(fc.nat(60), { maxLength: 10 }),
        (order, gaps, storedAt, repeatedAt) => {
          let time = 0;
          const bars = gaps.map((gap, index) => hourBar((time += gap), 100 + index));
          const config = scriptedBot({ 0: order, [bars.length - 2]: closeOrder }, ["A"], costs);
          const events = toEvents(bars);
          const told = events.flatMap((event, index) =>
            repeatedAt.includes(index) ? [...events.slice(Math.max(0, index - 5), index), event] : [event],
          );
          const { effects } = runBot(config, told, (before, index) => {
            if (!storedAt.includes(index)) return before;
            const restored = restoreBotState(config, JSON.parse(JSON.stringify(before)));
            if (!restored.ok) throw new Error(restored.reason);
            return restored.state;
          });
          const expected = bars.slice(2).reduce((sum, bar, index) => {
            const before = bars[index + 1] ?? bar;
            const span = { fromTime: before.time, toTime: bar.time };
            return sum + computeFinancing(terms, { side: order.side, price: before.close, ...span });
          }, 0n);
          const closed = effects[1] as TradeClosed;
          expect(toScaled(closed.financing)).toBe(expected);
          // One unit costs 100 and the trade uses all the nav.
          const move = toScaled(closed.exitPrice) - toScaled(100);
          const gain = (order.side === "buy" ? move : -move) - expected;
          expect(toScaled(closed.factor) - toScaled(1)).toBe(gain >= 0n ? gain / 100n : -((-gain + 99n) / 100n));
          expect(formatScaled(toScaled(closed.financing))).toBe(expected === 0n ? "0.000000000000" : closed.financing);
        },
      ),
    );
  });
});

it("refuses a stored trade with damaged financing", () => {
  const config = scriptedBot({ 0: buyOrder }, ["A"], costs);
  const { state } = runBot(config, toEvents([hourBar(0), hourBar(1)]));
  const damage = (fields: object) =>
    restoreBotState(config, { ...state, openTrades: [{ ...state.openTrades[0], ...fields }] }).ok;
  expect(damage({})).toBe(true);
  expect(damage({ financing: "much" })).toBe(false);
  expect(damage({ financedUntil: null })).toBe(false);
  expect(damage({ costs: { ...costs, financing: { ...terms, schedule: "never" } } })).toBe(false);
});

import { DAY_MS } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import { toBarEvents } from "../bot/bot-event.ts";
import { randomCandles, runBot } from "../bot/bot-fixtures.ts";
import { restoreBotState } from "../bot/restore-bot-state.ts";
import { buildBotConfig } from "../catalogue/bot-catalogue.ts";
import { dividendBot } from "../catalogue/bot-fixtures.ts";
import { dividendCapture } from "./dividend-capture.ts";
import { runStrategy } from "./strategy-fixtures.ts";

const EX_DAY = 10;
const given = { lead: 120, hold: 48, trend: 2, atr: 2, stopAtr: 1.5, trendBand: 1, trendHold: 4, costMultiple: 2 };
const rising = Array.from({ length: 14 }, (_, day) => 100 + day);
const position = { side: "buy", entryMidPrice: 105, barsHeld: 2 } as const;

/** The next dividend, as known at the close of a day's bar. */
const declared = (day: number, amount = "0.50") => ({
  nextDividend: { exTime: (day < EX_DAY ? EX_DAY : EX_DAY + 91) * DAY_MS, amount },
});
const heldFrom =
  (firstDay: number, lastDay = Infinity) =>
  (day: number) => ({
    ...declared(day),
    position: day >= firstDay && day <= lastDay ? position : null,
  });
const ordersFor = (closes: readonly number[], circumstances: Parameters<typeof runStrategy>[3], parameters = {}) =>
  runStrategy(dividendCapture, { ...given, ...parameters }, closes, circumstances, DAY_MS);

describe("dividend-capture", () => {
  it("buys within its lead and at least three bars before, with a stop for the length of the trade", () => {
    const orders = ordersFor(rising, (day) => declared(day));
    expect(orders.flatMap((order, day) => (order ? [day] : []))).toEqual([4, 5, 6]);
    // the average range is 2; the ex-date is 5 bars off, and 48 hours are 2 more
    const stopPrice = Number((104 - 1.5 * 2 * Math.sqrt(7)).toFixed(12));
    expect(orders[4]).toEqual({ kind: "enter", side: "buy", stopPrice });
  });

  it("does not buy in a falling market, or for a dividend below its costs", () => {
    const falling = rising.map((close) => 300 - close);
    expect(ordersFor(falling, (day) => declared(day)).every((order) => order === undefined)).toBe(true);
    const small = ordersFor(rising, (day) => declared(day, "0.20"));
    expect(small.every((order) => order === undefined)).toBe(true);
  });

  it("buys once per ex-date, also after a stop", () => {
    expect(ordersFor(rising, heldFrom(5, 5))[6]).toBeUndefined();
    expect(ordersFor(rising, heldFrom(Infinity))[6]).toBeDefined();
  });

  it("holds over the ex-date and closes when the price has recovered", () => {
    const closes = [...rising.slice(0, EX_DAY), 108.5, 108.9, 109, 109];
    const orders = ordersFor(closes, heldFrom(5), { hold: 240 });
    expect(orders.slice(5)).toEqual([
      ...Array.from({ length: 7 }, () => undefined),
      { kind: "close" },
      { kind: "close" },
    ]);
  });

  it("closes after its time when the price does not recover", () => {
    const closes = [...rising.slice(0, EX_DAY), 108.5, 108.5, 108.5, 108.5];
    const orders = ordersFor(closes, heldFrom(5));
    expect(orders.findIndex((order) => order?.kind === "close")).toBe(11);
  });

  it("follows only its trend filter without declared dividends", () => {
    // The average of two closes is 104, the average range of 2, 2 and 9 is 5.5: 108 is above it by less than one.
    const onJump = (trendBand: number) =>
      runStrategy(dividendCapture, { ...given, trendBand }, [100, 100, 108], () => ({}), DAY_MS)[2];
    expect(onJump(1)).toBeUndefined();
    expect(onJump(0.5)).toEqual({ kind: "enter", side: "buy", stopPrice: 108 - 1.5 * 2 * 5.5 });
    const held = runStrategy(dividendCapture, given, [100, 101, 100], () => ({ position }), DAY_MS);
    expect(held).toEqual([undefined, undefined, { kind: "close" }]);
  });

  it("does not follow the trend after the feed has declared a dividend", () => {
    const orders = ordersFor([100, 100, 100, 100, 150, 160], (day) => (day === 0 ? declared(0) : {}), { trendBand: 0 });
    expect(orders.every((order) => order === undefined)).toBe(true);
  });
});

describe("the dividend bot", () => {
  const config = buildBotConfig(dividendBot, [{ symbol: "A", interval: "1d" }]);
  const dividends = Array.from({ length: 8 }, (_, quarter) => ({
    exTime: (250 + 63 * quarter) * DAY_MS,
    amount: "1.25",
  }));
  const events = randomCandles("capture", 760).flatMap((bar, day) => {
    const time = day * DAY_MS;
    const gone = dividends.filter(({ exTime }) => exTime === time);
    const nextDividend = dividends.find(({ exTime }) => exTime > time) ?? null;
    return toBarEvents([{ symbol: "A", candle: { ...bar, time }, barSequence: day, dividends: gone, nextDividend }]);
  });

  it("gets the dividends of its trades, and trades the same when stored and restored", () => {
    const { effects } = runBot(config, events);
    const closed = effects.filter((effect) => effect.type === "trade-closed");
    expect(closed.length).toBeGreaterThan(2);
    expect(closed.length).toBeLessThanOrEqual(dividends.length);
    expect(closed.filter(({ reason }) => reason === "signal").map(({ dividends: paid }) => paid)).toContain(
      "1.250000000000",
    );
    const resumed = runBot(config, events, (state) => {
      const restored = restoreBotState(config, JSON.parse(JSON.stringify(state)));
      if (!restored.ok) throw new Error(restored.reason);
      return restored.state;
    });
    expect(resumed.effects).toEqual(effects);
  });
});

import { DAY_MS } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import { adjustForActions, type CorporateAction } from "../costs/corporate-actions.ts";
import { computeCloseFactor } from "../pricing/nav-factor.ts";
import { RULE_MONTHS, weighCoreBasket } from "../core-portfolios/core-rules.ts";
import type { BotEvent } from "./bot-event.ts";
import {
  allocationBot,
  candle,
  candleEvent,
  type Order,
  runBot,
  scriptedBot,
  WEIGHTS_START,
  wildSeries,
} from "./bot-fixtures.ts";
import { createBotState, type OpenTrade } from "./bot-state.ts";
import { playOnce } from "./play-once.ts";
import { restoreBotState } from "./restore-bot-state.ts";
import { stepBot } from "./step-bot.ts";

const buyOrder: Order = { kind: "enter", side: "buy", stopPrice: 80 };
const sellOrder: Order = { kind: "enter", side: "sell", stopPrice: 120 };
const split = (barSequence: number, ratio = "4", exTime = barSequence): BotEvent => {
  return { type: "split", symbol: "A", ratio, exTime, barSequence };
};
const bar = (sequence: number, price = 100) => candleEvent(sequence, candle(sequence, price, price, price, price));
const paid: BotEvent = { type: "dividend", symbol: "A", amount: "0.24", exTime: 2, barSequence: 2 };

/** A bot that holds a trade from bar 1, with a dividend on bar 2. */
function hold(order: Order = buyOrder) {
  const config = scriptedBot({ 0: order });
  return { config, state: runBot(config, [bar(0), bar(1), paid, bar(2)]).state };
}
const valueOf = (trade: OpenTrade, price: string): number => Number(computeCloseFactor(trade, price, 0));

describe("a split", () => {
  it.each([buyOrder, sellOrder])("divides the prices of an open trade and leaves its value", (order) => {
    const { config, state } = hold(order);
    const { state: after, effects } = stepBot(config, state, split(3));
    const [before, trade] = [state.openTrades[0]!, after.openTrades[0]!];
    expect(effects).toEqual([]);
    expect(trade).toMatchObject({ entryPrice: "25.000000000000", midPrice: 25, dividends: "0.060000000000" });
    expect(trade.stopPrice).toBe((before.stopPrice ?? 0) / 4);
    expect(after.symbols["A"]?.close).toBe(25);
    expect(valueOf(trade, "26.25")).toBe(valueOf(before, "105"));
    expect(restoreBotState(config, JSON.parse(JSON.stringify(after)))).toEqual({ ok: true, state: after });
  });

  it("is taken once, also when it is given again after bars and a restart", () => {
    const { config, state } = hold({ kind: "enter", side: "buy", stopPrice: 20 });
    const once = stepBot(config, state, split(3)).state;
    expect(stepBot(config, once, split(3)).state).toBe(once);
    const later = stepBot(config, once, bar(3, 25)).state;
    expect(stepBot(config, later, split(3)).state).toBe(later);
  });

  it("is not for a trade that was entered after it", () => {
    const { config, state } = hold();
    expect(stepBot(config, state, split(1)).state.openTrades).toBe(state.openTrades);
  });

  it("that comes late divides the trade and not the close, which is in the new units", () => {
    const { config, state } = hold();
    const late = stepBot(config, stepBot(config, state, bar(3, 99)).state, split(3)).state;
    expect(late.openTrades[0]?.entryPrice).toBe("25.000000000000");
    expect(late.symbols["A"]?.close).toBe(99);
  });

  it("of one for eight multiplies, and a ratio of 0 is refused", () => {
    const { config, state } = hold();
    expect(stepBot(config, state, split(3, "0.125")).state.openTrades[0]?.entryPrice).toBe("800.000000000000");
    expect(() => stepBot(config, state, split(3, "0"))).toThrow("not above 0");
  });
});

describe("the months of a symbol with a split", () => {
  const days = 60 * 31;
  const seen: (readonly (readonly number[])[])[] = [];
  const config = allocationBot({
    months: RULE_MONTHS,
    weigh: (closed) => {
      seen.push(closed.parts.map((part) => Array.from(part)));
      return weighCoreBasket(closed);
    },
    findBillReturn: () => 0.001,
  });
  const adjusted = wildSeries(7, ["A", "B"], days);
  const splitDay = 45 * 31 + 11;
  const exTime = WEIGHTS_START + splitDay * DAY_MS;
  const actions: CorporateAction[] = [
    { kind: "dividend", exTime: WEIGHTS_START + 1_000 * DAY_MS, amount: "2" },
    { kind: "dividend", exTime, amount: "1" },
    { kind: "split", exTime, ratio: "4" },
    { kind: "dividend", exTime: exTime + 3 * DAY_MS, amount: "0.25" },
  ];

  function run(events: readonly (readonly BotEvent[] | ReturnType<typeof playOnce>)[]) {
    seen.length = 0;
    let state = createBotState(config);
    for (const event of events.flatMap((each) => [...each].flat())) state = stepBot(config, state, event).state;
    return { state, seen: [...seen] };
  }

  it("give the weights of the series that is adjusted for it, as the evidence has it", () => {
    const [a, b] = [adjusted[0]!, adjusted[1]!];
    const raw = a.candles.map((each) => {
      if (each.time >= exTime) return each;
      const { open, high, low, close } = each;
      return { ...each, open: open * 4, high: high * 4, low: low * 4, close: close * 4 };
    });
    const evidence = adjustForActions(raw, actions);
    if (!evidence.ok) throw new Error(evidence.reason);
    const expected = run([playOnce([{ ...a, ...evidence }, b])]);
    const dividends = actions.flatMap((each) => (each.kind === "dividend" ? [each] : []));
    const live = [...playOnce([{ ...a, candles: raw, dividends }, b])].map((moment) =>
      moment.flatMap((event) => {
        if (event.type !== "dividend" || event.exTime !== exTime) return [event];
        const { symbol, barSequence } = event;
        return [event, { type: "split", symbol, barSequence, exTime, ratio: "4" } as const];
      }),
    );
    const found = run([live.flat() as BotEvent[]]);
    expect(found.seen.length).toBeGreaterThan(15);
    expect(found.seen).toHaveLength(expected.seen.length);
    found.seen.flat(2).forEach((each, index) => expect(each).toBeCloseTo(expected.seen.flat(2)[index]!, 10));
    for (const [index, trade] of found.state.openTrades.entries()) {
      const other = expected.state.openTrades[index]!;
      expect(trade.symbol).toBe(other.symbol);
      expect(Number(trade.exposure)).toBeCloseTo(Number(other.exposure), 4);
    }
  });
});

describe("a dividend that comes late", () => {
  it("is credited to those who held before the ex-date, and to the month of it", () => {
    const config = scriptedBot({ 0: buyOrder });
    const bars = [0, 1, 2, 3, 4].map((sequence) => bar(sequence));
    const onTime = runBot(config, [...bars.slice(0, 2), paid, ...bars.slice(2)]).state;
    const late = runBot(config, [...bars, paid]).state;
    expect(late.openTrades).toEqual(onTime.openTrades);
    const months = allocationBot({ weigh: () => [0, 0], months: 2 });
    const series = wildSeries(3, ["A", "B"], 100);
    const events = [...playOnce(series)].flat();
    const at: BotEvent = {
      type: "dividend",
      symbol: "A",
      amount: "3",
      exTime: WEIGHTS_START + 40 * DAY_MS,
      barSequence: 40,
    };
    const cut = events.findIndex((event) => event.type === "open" && event.symbol === "A" && event.barSequence === 40);
    const end = events.findIndex(
      (event) => event.type === "candle" && event.symbol === "A" && event.barSequence === 80,
    );
    const told = (place: number) =>
      runBot(months, [...events.slice(0, place), at, ...events.slice(place, end + 1)] as BotEvent[]).state;
    expect(told(end + 1)).toEqual(told(cut));
    expect(told(cut)).not.toEqual(runBot(months, events.slice(0, end + 1) as BotEvent[]).state);
  });
});

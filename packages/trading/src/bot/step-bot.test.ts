import { describe, expect, it } from "vitest";
import type { BotEvent } from "./bot-event.ts";
import { candle, candleEvent, runBot, scriptedBot, type Order } from "./bot-fixtures.ts";
import { createBotState } from "./bot-state.ts";
import { botCatalogue, buildBotConfig } from "../catalogue/bot-catalogue.ts";
import { computeExposure, stepBot, warmUpBot } from "./step-bot.ts";
import { tradingCosts } from "../pricing/trading-costs.ts";

const buyOrder: Order = { kind: "enter", side: "buy", stopPrice: 95, targetPrice: 110 };
const sellOrder: Order = { kind: "enter", side: "sell", stopPrice: 105, targetPrice: 90 };
const decisionBar = candleEvent(0, candle(0, 100, 101, 99, 100));

/** The effects of an order that is decided on a bar with a close of 100, followed by these bars. */
function play(order: Order, ...bars: [number, number, number, number][]) {
  const events = bars.map(([o, h, l, c], index) => candleEvent(index + 1, candle(index + 1, o, h, l, c)));
  return runBot(scriptedBot({ 0: order }), [decisionBar, ...events]).effects;
}

describe("entry", () => {
  it("fills at the next bar's open, never on the bar of the decision", () => {
    expect(runBot(scriptedBot({ 0: buyOrder }), [decisionBar]).effects).toEqual([]);
    expect(play(buyOrder, [102, 103, 101, 102])).toMatchObject([
      {
        type: "trade-opened",
        side: "buy",
        midPrice: 102,
        entryPrice: "102.000000000000",
        decidedBarTime: 0,
        barTime: 1,
      },
    ]);
  });

  it("fills at the ask price of the open, a short at the bid price", () => {
    const next = candleEvent(1, candle(1, 100, 100, 100, 100));
    const enter = (order: Order) =>
      runBot(scriptedBot({ 0: order }, ["A"], tradingCosts.stocks), [decisionBar, next]).effects[0];
    expect(enter(buyOrder)).toMatchObject({ entryPrice: "100.015000000000" });
    expect(enter(sellOrder)).toMatchObject({ entryPrice: "99.985000000000" });
  });

  it("rejects a bracket on the wrong side of the price", () => {
    expect(() => play({ kind: "enter", side: "buy", stopPrice: 100 })).toThrow(/gave a buy/);
    expect(() => play({ kind: "enter", side: "sell", stopPrice: 101, targetPrice: 102 })).toThrow(/gave a sell/);
  });

  it("is sized by the distance of the stop, capped and rounded down", () => {
    const size = { symbol: "A", riskPerTrade: 0.01, maximumExposure: 0.29 };
    expect(computeExposure(size, 100, 70)).toBe("0.0333");
    expect(computeExposure(size, 100, 130)).toBe("0.0333");
    expect(computeExposure(size, 100, 99.9)).toBe("0.2900");
    expect(computeExposure({ ...size, riskPerTrade: 0.001 }, 100, 70)).toBeNull();
    // Sold at 80 after 100, dollars have lost a fourth of their yen: 20/80 is the distance.
    expect(computeExposure({ ...size, symbol: "USD/JPY" }, 100, 80)).toBe("0.0400");
  });
});

describe("a pair without the dollar", () => {
  it("is refused, because its gain cannot be converted", () => {
    const bot = botCatalogue.find(({ market }) => market === "forex")!;
    const build = (symbol: string) => () => buildBotConfig(bot, [{ symbol, interval: "1d" }]);
    expect(build("EUR/GBP")).toThrow(
      new RangeError(`${bot.name}: EUR/GBP is a pair without USD, so its gain cannot be converted into dollars`),
    );
    for (const symbol of ["EUR/USD", "USD/CHF", "AAPL"]) expect(build(symbol)).not.toThrow();
  });
});

describe("bracket", () => {
  it.each<[string, Order, [number, number, number, number][], object]>([
    [
      "stop",
      buyOrder,
      [
        [100, 101, 99, 100],
        [99, 99, 94, 96],
      ],
      { reason: "stop", midPrice: 95, barTime: 2 },
    ],
    [
      "target",
      buyOrder,
      [
        [100, 101, 99, 100],
        [101, 111, 100, 108],
      ],
      { reason: "target", midPrice: 110 },
    ],
    [
      "stop before target in one bar",
      buyOrder,
      [
        [100, 101, 99, 100],
        [100, 112, 94, 108],
      ],
      { reason: "stop", midPrice: 95 },
    ],
    [
      "stop gapped through",
      buyOrder,
      [
        [100, 101, 99, 100],
        [90, 96, 89, 91],
      ],
      { reason: "stop", midPrice: 90 },
    ],
    [
      "target gapped through",
      buyOrder,
      [
        [100, 101, 99, 100],
        [115, 116, 114, 115],
      ],
      { reason: "target", midPrice: 115 },
    ],
    ["stop on the entry bar", buyOrder, [[100, 101, 94, 100]], { reason: "stop", midPrice: 95, barTime: 1 }],
    ["entry gapped beyond its stop", buyOrder, [[93, 97, 92, 96]], { reason: "stop", midPrice: 93, barTime: 1 }],
    ["short: stop", sellOrder, [[100, 106, 99, 100]], { reason: "stop", midPrice: 105 }],
    ["short: target", sellOrder, [[100, 101, 89, 92]], { reason: "target", midPrice: 90 }],
    ["short: stop before target", sellOrder, [[100, 106, 89, 92]], { reason: "stop", midPrice: 105 }],
    [
      "short: stop gapped through",
      sellOrder,
      [
        [100, 101, 99, 100],
        [108, 109, 107, 108],
      ],
      { reason: "stop", midPrice: 108 },
    ],
  ])("%s", (_name, order, bars, expected) => {
    const effects = play(order, ...bars);
    expect(effects.map(({ type }) => type)).toEqual(["trade-opened", "trade-closed"]);
    expect(effects[1]).toMatchObject(expected);
  });

  it("computes the result of a stopped long and a stopped short", () => {
    expect(play(buyOrder, [100, 101, 94, 100])[1]).toMatchObject({ factor: "0.950000000000" });
    expect(play(sellOrder, [100, 101, 89, 92])[1]).toMatchObject({ factor: "1.100000000000" });
  });
});

describe("signal", () => {
  it("closes at the next open", () => {
    const config = scriptedBot({ 0: buyOrder, 1: { kind: "close" } });
    const bars = [candle(1, 100, 102, 99, 101), candle(2, 103, 104, 102, 103)];
    const { effects, state } = runBot(config, [decisionBar, ...bars.map((bar, index) => candleEvent(index + 1, bar))]);
    expect(effects[1]).toMatchObject({
      type: "trade-closed",
      reason: "signal",
      midPrice: 103,
      barTime: 2,
      entryBarTime: 1,
    });
    expect(state.openTrades).toEqual([]);
  });

  it("reverses the trade at one open when an entry comes while a trade is open in the symbol", () => {
    const config = scriptedBot({ 0: buyOrder, 1: sellOrder });
    const bars = [candle(1, 100, 102, 99, 101), candle(2, 103, 104, 102, 103)];
    const { effects } = runBot(config, [decisionBar, ...bars.map((bar, index) => candleEvent(index + 1, bar))]);
    expect(effects.slice(1)).toMatchObject([
      { type: "trade-closed", reason: "signal", midPrice: 103 },
      { type: "trade-opened", side: "sell", midPrice: 103 },
    ]);
  });

  it("is dropped when the stop closes the trade on the bar before the fill", () => {
    const config = scriptedBot({ 0: buyOrder, 1: { kind: "close" } });
    const { effects } = runBot(config, [decisionBar, candleEvent(1, candle(1, 100, 101, 90, 96))]);
    expect(effects.map(({ type }) => type)).toEqual(["trade-opened", "trade-closed"]);
  });
});

describe("one trade at a time", () => {
  const flat = (time: number) => candle(time, 100, 101, 99, 100);

  it("takes the first signal when flat", () => {
    const config = scriptedBot({ 0: buyOrder }, ["A", "B"]);
    const events = [0, 1].flatMap((time) => ["A", "B"].map((symbol) => candleEvent(time, flat(time), symbol)));
    const { effects, state } = runBot(config, events);
    expect(effects).toMatchObject([{ type: "trade-opened", symbol: "A" }]);
    expect(state.openTrades[0]?.symbol).toBe("A");
  });

  it("ignores signals of other symbols while a trade is open", () => {
    const config = scriptedBot({ 0: buyOrder, 2: sellOrder }, ["A", "B"]);
    const events = [0, 1].map((time) => candleEvent(time, flat(time)));
    const others = [0, 1, 2, 3].map((time) => candleEvent(time, flat(time), "B"));
    expect(runBot(config, [...events, ...others]).effects).toHaveLength(1);
  });
});

describe("events", () => {
  it("change nothing when repeated", () => {
    const config = scriptedBot({ 0: buyOrder });
    const { state } = runBot(config, [decisionBar]);
    expect(stepBot(config, state, decisionBar)).toEqual({ state, effects: [] });
    const late: BotEvent = { type: "open", symbol: "A", price: 50, barTime: 0, barSequence: 0 };
    expect(stepBot(config, state, late)).toEqual({ state, effects: [] });
  });

  it("of a symbol that the bot does not trade throw", () => {
    const config = scriptedBot({});
    expect(() => stepBot(config, createBotState(config), candleEvent(0, candle(0, 1, 1, 1, 1), "Z"))).toThrow(
      /does not trade Z/,
    );
  });

  it("of the warm-up teach the strategy and give no orders", () => {
    const config = scriptedBot({ 0: buyOrder });
    const warm = warmUpBot(config, createBotState(config), decisionBar as Extract<BotEvent, { type: "candle" }>);
    expect(warm).toMatchObject({
      orders: [],
      openTrades: [],
      symbols: { A: { strategyState: { memory: { bars: 1 } }, barSequence: 0 } },
    });
  });

  it("of a series break close at the last close, drop a pending order and restart the strategy", () => {
    const config = scriptedBot({ 0: buyOrder, 1: { kind: "close" } });
    const events: BotEvent[] = [
      decisionBar,
      candleEvent(1, candle(1, 100, 103, 99, 102)),
      { type: "series-break", symbol: "A" },
    ];
    const { effects, state } = runBot(config, events);
    expect(effects[1]).toMatchObject({ reason: "series-break", midPrice: 102, barTime: 1 });
    expect(state).toMatchObject({
      orders: [],
      openTrades: [],
      symbols: { A: { strategyState: { memory: { bars: 0 } }, barSequence: 1 } },
    });
  });

  it("of a series break change nothing when a crash repeats them after a bar that follows the break", () => {
    const config = scriptedBot({ 0: buyOrder });
    const { state } = runBot(config, [decisionBar, candleEvent(1, candle(1, 100, 103, 99, 102))]);
    const repeat = (barSequence: number) => stepBot(config, state, { type: "series-break", symbol: "A", barSequence });
    expect(repeat(1)).toEqual({ state, effects: [] });
    expect(repeat(2).effects).toMatchObject([{ reason: "series-break" }]);
  });
});

describe("a doubtful bar", () => {
  const doubtful = (sequence: number, open: number, high: number, low: number, close: number): BotEvent => ({
    type: "candle",
    symbol: "A",
    candle: candle(sequence, open, high, low, close),
    barSequence: sequence,
    isDoubtful: true,
  });
  const next = candleEvent(2, candle(2, 100, 101, 99, 100));

  it("drops a pending entry and takes no new one", () => {
    expect(runBot(scriptedBot({ 0: buyOrder }), [decisionBar, doubtful(1, 100, 101, 99, 100), next]).effects).toEqual(
      [],
    );
    expect(
      runBot(scriptedBot({ 0: buyOrder }), [
        doubtful(0, 100, 101, 99, 100),
        candleEvent(1, candle(1, 100, 101, 99, 100)),
      ]).effects,
    ).toEqual([]);
    const learnt = runBot(scriptedBot({ 1: buyOrder }), [
      doubtful(0, 100, 101, 99, 100),
      candleEvent(1, candle(1, 100, 101, 99, 100)),
      next,
    ]);
    expect(learnt.effects).toMatchObject([{ type: "trade-opened", barSequence: 2 }]);
  });

  it("lets a trade close, by its stop, a pending close or a new close", () => {
    const opened = [decisionBar, candleEvent(1, candle(1, 100, 101, 99, 100))];
    const close: Order = { kind: "close" };
    expect(runBot(scriptedBot({ 0: buyOrder }), [...opened, doubtful(2, 100, 101, 94, 96)]).effects[1]).toMatchObject({
      reason: "stop",
    });
    expect(
      runBot(scriptedBot({ 0: buyOrder, 1: close }), [...opened, doubtful(2, 100, 101, 99, 100)]).effects[1],
    ).toMatchObject({ reason: "signal" });
    const decided = [...opened, doubtful(2, 100, 101, 99, 100), candleEvent(3, candle(3, 100, 101, 99, 100))];
    expect(runBot(scriptedBot({ 0: buyOrder, 2: close }), decided).effects[1]).toMatchObject({
      reason: "signal",
      barSequence: 3,
    });
  });
});

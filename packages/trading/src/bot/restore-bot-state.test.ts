import { describe, expect, it } from "vitest";
import { candle, candleEvent, runBot, scriptedBot } from "./bot-fixtures.ts";
import { restoreBotState } from "./restore-bot-state.ts";
import { stepBot } from "./step-bot.ts";

const config = scriptedBot({ 0: { kind: "enter", side: "buy", stopPrice: 95 } });
const events = [0, 1].map((time) => candleEvent(time, candle(time, 100, 101, 99, 100)));
const pending = runBot(config, events.slice(0, 1)).state;
const holding = runBot(config, events).state;

describe("restoreBotState", () => {
  it("restores a stored state", () => {
    expect(restoreBotState(config, JSON.parse(JSON.stringify(holding)))).toEqual({ ok: true, state: holding });
    expect(restoreBotState(config, JSON.parse(JSON.stringify(pending)))).toEqual({ ok: true, state: pending });
  });

  it.each<[string, unknown]>([
    ["nothing", null],
    ["text", "{}"],
    ["another version", { ...holding, version: 1 }],
    ["no symbols", { ...holding, symbols: null }],
    ["a damaged symbol", { ...holding, symbols: { A: { barSequence: "1" } } }],
    ["a damaged trade", { ...holding, openTrades: [{ ...holding.openTrades[0], side: "long" }] }],
    ["damaged dividends", { ...holding, openTrades: [{ ...holding.openTrades[0], dividends: "-1" }] }],
    ["dividends that are not a string", { ...holding, openTrades: [{ ...holding.openTrades[0], dividends: 0 }] }],
    [
      "a damaged last dividend",
      { ...holding, openTrades: [{ ...holding.openTrades[0], lastDividend: { exTime: 1 } }] },
    ],
    [
      "a trade without dividends",
      { ...holding, openTrades: [{ ...holding.openTrades[0], dividends: undefined, lastDividend: undefined }] },
    ],
    [
      "a trade without financing",
      { ...holding, openTrades: [{ ...holding.openTrades[0], financing: undefined, financedUntil: undefined }] },
    ],
    ["half of the dividends", { ...holding, openTrades: [{ ...holding.openTrades[0], dividends: undefined }] }],
    ["a trade in a symbol it does not know", { ...holding, symbols: {} }],
    ["damaged returns of bills", { ...holding, decidedBills: ["0.1"] }],
    ["a damaged order", { ...pending, orders: [{ symbol: "A", decidedBarTime: 0, action: { kind: "wait" } }] }],
  ])("refuses %s", (_name, stored) => {
    expect(restoreBotState(config, stored)).toMatchObject({ ok: false });
  });

  it("reads a state of version 3, which had one trade and one order", () => {
    const { nav: _nav, orders: _orders, openTrades, decidedMonth: _decidedMonth, ...state } = holding;
    const [{ baseNav: _baseNav, ...openTrade }] = openTrades as [(typeof openTrades)[number]];
    const older = { ...state, version: 3, pending: null, openTrade };
    expect(restoreBotState(config, JSON.parse(JSON.stringify(older)))).toEqual({ ok: true, state: holding });
    const waiting = { ...older, pending: pending.orders[0], openTrade: null };
    expect(restoreBotState(config, waiting)).toMatchObject({
      ok: true,
      state: { orders: pending.orders, openTrades: [], nav: "1.000000000000" },
    });
  });

  it("keeps the trade and drops the rest when the strategy has changed", () => {
    const other = { ...config, strategy: { ...config.strategy, name: "another" } };
    const restored = restoreBotState(other, holding);
    expect(restored).toMatchObject({
      ok: true,
      state: {
        strategy: "another",
        openTrades: holding.openTrades,
        symbols: { A: { strategyState: { memory: { bars: 0 } }, barSequence: 1 } },
      },
    });
    expect(restoreBotState(other, pending)).toMatchObject({ ok: true, state: { orders: [] } });
  });

  it("keeps a removed symbol until a series-break has closed its trade", () => {
    const moved = { ...config, instruments: config.instruments.map((each) => ({ ...each, symbol: "B" })) };
    const restored = restoreBotState(moved, holding);
    if (!restored.ok) throw new Error(restored.reason);
    expect(Object.keys(restored.state.symbols)).toEqual(["B", "A"]);
    const { effects } = stepBot(moved, restored.state, { type: "series-break", symbol: "A" });
    expect(effects).toMatchObject([{ type: "trade-closed", reason: "series-break", midPrice: 100 }]);
  });
});

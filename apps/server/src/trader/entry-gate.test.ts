import { botCatalogue, buildBotConfig, createBotState, type BotState, type PendingOrder } from "@wazi/trading";
import { describe, expect, it } from "vitest";
import { dropRefusedEntry, type EntryGate } from "./entry-gate.ts";

const [bot] = botCatalogue;
if (!bot) throw new Error("an empty catalogue");
const config = buildBotConfig(bot);
const empty = createBotState(config);
const waiting = (action: PendingOrder["action"]): BotState => ({
  ...empty,
  pending: { symbol: "EUR/USD", decidedBarTime: 0, action },
});
const entry = waiting({ kind: "enter", side: "buy", exposure: "0.1000", stopPrice: 1, targetPrice: null });
const close = waiting({ kind: "close" });

const refuse = (state: BotState, symbol: string, mayEnter: EntryGate, openTrade: object | null = null) =>
  dropRefusedEntry({ botId: "a bot", config, state, pool: { openTrade } }, symbol, mayEnter);
const never = () => false;

describe("an order to open a trade", () => {
  it("is dropped when the gate does not allow it", async () => {
    expect((await refuse(entry, "EUR/USD", never)).pending).toBeNull();
    expect((await refuse(entry, "EUR/USD", () => Promise.resolve(false))).pending).toBeNull();
    expect(await refuse(entry, "EUR/USD", () => true)).toBe(entry);
    expect(await refuse(entry, "EUR/USD", () => Promise.resolve(true))).toBe(entry);
    expect(await refuse(entry, "GBP/USD", never)).toBe(entry);
  });

  it("is kept when it closes a trade", async () => {
    expect(await refuse(close, "EUR/USD", never)).toBe(close);
    expect(await refuse(empty, "EUR/USD", never)).toBe(empty);
  });

  it("is kept when its trade is already recorded and the event is played again", async () => {
    expect(await refuse(entry, "EUR/USD", never, { symbol: "EUR/USD" })).toBe(entry);
  });
});

it("asks the gate only about an order to open a trade", async () => {
  const asked: string[] = [];
  const gate: EntryGate = ({ botId }, symbol) => asked.push(`${botId} ${symbol}`) > 0;
  for (const state of [empty, close, entry]) await refuse(state, "EUR/USD", gate);
  await refuse(entry, "GBP/USD", gate);
  expect(asked).toEqual(["a bot EUR/USD"]);
});

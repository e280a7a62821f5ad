import { botCatalogue, buildBotConfig, createBotState, type BotState, type PendingOrder } from "@wazi/trading";
import { describe, expect, it } from "vitest";
import { type EntryGate, limitEntry } from "./entry-limits.ts";

const [bot] = botCatalogue;
if (!bot) throw new Error("an empty catalogue");
const config = buildBotConfig(bot);
const empty = createBotState(config);
const waiting = (action: PendingOrder["action"]): BotState => ({
  ...empty,
  orders: [{ symbol: "EUR/USD", decidedBarTime: 0, action }],
});
const entry = waiting({ kind: "enter", side: "buy", exposure: "0.1000", stopPrice: 1, targetPrice: null });
const close = waiting({ kind: "close" });

const refuse = (state: BotState, symbol: string, mayEnter: EntryGate, openTrade: { exposure: string } | null = null) =>
  limitEntry(
    { botId: "a bot", feed: "simulated", config, state, pool: { openTrade } },
    { symbol, barTime: 0 },
    mayEnter,
  );
const never = () => false;

describe("an order to open a trade", () => {
  it("is dropped when the gate does not allow it", async () => {
    expect((await refuse(entry, "EUR/USD", never)).orders).toEqual([]);
    expect((await refuse(entry, "EUR/USD", () => Promise.resolve(false))).orders).toEqual([]);
    expect(await refuse(entry, "EUR/USD", () => true)).toBe(entry);
    expect(await refuse(entry, "EUR/USD", () => Promise.resolve(true))).toBe(entry);
    expect(await refuse(entry, "GBP/USD", never)).toBe(entry);
  });

  it("is kept when it closes a trade", async () => {
    expect(await refuse(close, "EUR/USD", never)).toBe(close);
    expect(await refuse(empty, "EUR/USD", never)).toBe(empty);
  });

  it("is kept when its trade is already recorded and the event is played again", async () => {
    expect(await refuse(entry, "EUR/USD", never, { exposure: "0.1000" })).toBe(entry);
    const reduced = await refuse(entry, "EUR/USD", never, { exposure: "0.0800" });
    expect(reduced.orders[0]?.action).toMatchObject({ kind: "enter", side: "buy", exposure: "0.0800" });
  });

  it("is reduced when the gate allows less", async () => {
    const reduced = await refuse(entry, "EUR/USD", () => ({ exposure: "0.0600" }));
    expect(reduced).toEqual(waiting({ ...entry.orders[0]!.action, exposure: "0.0600" } as PendingOrder["action"]));
    expect(entry.orders[0]?.action).toMatchObject({ exposure: "0.1000" });
  });
});

it("asks the gate only about an order to open a trade", async () => {
  const asked: string[] = [];
  const gate: EntryGate = ({ botId, feed }, { symbol, exposure }) =>
    asked.push(`${botId} ${feed} ${symbol} ${exposure}`) > 0;
  for (const state of [empty, close, entry]) await refuse(state, "EUR/USD", gate);
  await refuse(entry, "GBP/USD", gate);
  expect(asked).toEqual(["a bot simulated EUR/USD 0.1000"]);
});

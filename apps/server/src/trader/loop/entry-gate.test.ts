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

const limit = (state: BotState, symbol: string, mayEnter: EntryGate, openTrades: { exposure: string }[] = []) =>
  limitEntry(
    { botId: "a bot", feed: "simulated", config, state, pool: { openTrades } },
    { symbol, barTime: 0 },
    mayEnter,
  );
const refuse = async (...given: Parameters<typeof limit>): Promise<BotState> => (await limit(...given)).state;
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
    expect(await refuse(entry, "EUR/USD", never, [{ exposure: "0.1000" }])).toBe(entry);
    const reduced = await refuse(entry, "EUR/USD", never, [{ exposure: "0.0800" }]);
    expect(reduced.orders[0]?.action).toMatchObject({ kind: "enter", side: "buy", exposure: "0.0800" });
  });

  it("is reduced when the gate allows less", async () => {
    const reduced = await refuse(entry, "EUR/USD", () => ({ exposure: "0.0600" }));
    expect(reduced).toEqual(waiting({ ...entry.orders[0]!.action, exposure: "0.0600" } as PendingOrder["action"]));
    expect(entry.orders[0]?.action).toMatchObject({ exposure: "0.1000" });
  });
});

describe("an order to rebalance", () => {
  const more = { kind: "rebalance", closedPart: "0", entry: { side: "buy", amount: "0.250000000000" } } as const;
  const [buying, selling] = [waiting(more), waiting({ ...more, closedPart: "0.5", entry: null })];

  it("waits as it is while the bot may not buy, or may buy less", async () => {
    for (const decision of [false, { exposure: "0.1000" }]) {
      const { state, waiting: order } = await limit(buying, "EUR/USD", () => decision);
      expect([state.orders, order]).toEqual([[], buying.orders[0]]);
    }
    expect(await limit(buying, "EUR/USD", () => true)).toEqual({ state: buying, waiting: null });
  });

  it("is not asked about when it only sells", async () => {
    expect(await limit(selling, "EUR/USD", never)).toEqual({ state: selling, waiting: null });
  });

  it("is asked about with all that the bot holds after it", async () => {
    const [trade] = [{ baseNav: "1.2", exposure: "0.5000" }] as unknown as BotState["openTrades"];
    const asked: string[] = [];
    const holding = { ...buying, nav: "1.000000000000", openTrades: [trade!] };
    await limit(holding, "EUR/USD", (_bot, { exposure }) => asked.push(exposure) > 0);
    expect(asked).toEqual(["0.8500"]);
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

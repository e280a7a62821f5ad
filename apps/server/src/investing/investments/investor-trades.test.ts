import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Trade } from "@wazi/contracts";
import { activate, botsOf, deactivate, toCents, transferInvestment } from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
let bots: ScriptedBots;

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

const tradesOf = async (client: TestClient): Promise<Trade[]> => (await client.call("GET", "/api/user/trades")).body;
const sumOf = (trades: readonly Trade[]): bigint => trades.reduce((sum, { profit }) => sum + toCents(profit), 0n);

/** An investor's total gain in a bot before the split: withdrawn plus current value minus invested. */
async function gainIn(client: TestClient, botId: string): Promise<bigint> {
  const [flows] = await test.sql<{ put: string }[]>`
    select coalesce(sum(value_delta), 0)::text as put from position_events
    where user_id = ${client.userId} and bot_id = ${botId}`;
  const held = (await botsOf(client)).find((each) => each.botId === botId);
  return toCents(held?.value ?? "0.00") - toCents(Number(flows?.put ?? 0).toFixed(2));
}

/** Each trade's profit and each flow is rounded to a cent, so the sums may differ by a cent each. */
async function expectExplained(client: TestClient, botId: string, flows = 2): Promise<void> {
  const trades = (await tradesOf(client)).filter((trade) => trade.botId === botId);
  const gain = await gainIn(client, botId);
  const difference = sumOf(trades) - gain;
  expect(difference >= -BigInt(trades.length + flows) && difference <= BigInt(trades.length + flows)).toBe(true);
}

async function trade(bot: number, from: number, to: number): Promise<void> {
  await bots.open(bot, { side: "buy", price: from, exposure: "1" });
  await bots.close(bot, to);
}

describe("an investor's trades", () => {
  it("begin with the first trade after joining and add up to the position's gain", async () => {
    const [early, late] = [await test.funded("1000"), await test.funded("1000")];
    const botId = bots.ids[0]!;
    await trade(0, 100, 90);
    await activate(early, botId, "1000");
    await trade(0, 100, 110);
    await activate(late, botId, "1000");
    await trade(0, 100, 105);
    expect(await tradesOf(early)).toHaveLength(2);
    const [seen, ...none] = await tradesOf(late);
    expect(none).toEqual([]);
    expect(seen).toMatchObject({ botId, side: "buy", status: "completed", feed: "simulated", barTime: null });
    expect(seen?.amount).toBe("1000.00");
    await expectExplained(early, botId);
    await expectExplained(late, botId);
  });

  it("count only the part of a trade during which units were held", async () => {
    const [holder, joiner, leaver, both] = await Promise.all(Array.from({ length: 4 }, () => test.funded("1000")));
    const botId = bots.ids[1]!;
    await activate(holder!, botId, "1000");
    await activate(leaver!, botId, "1000");
    await bots.open(1, { side: "buy", price: 100, exposure: "1" });
    await bots.price(1, 110);
    await activate(joiner!, botId, "1000");
    await activate(both!, botId, "1000");
    await bots.price(1, 115);
    await deactivate(leaver!, botId);
    await deactivate(both!, botId);
    await bots.close(1, 120);
    const profits: number[] = [];
    for (const investor of [holder!, joiner!, leaver!, both!]) {
      const trades = await tradesOf(investor);
      expect(trades).toHaveLength(1);
      profits.push(Number(trades[0]?.profit));
      await expectExplained(investor, botId);
    }
    // Held from 100 to 120, 110 to 120, 100 to 115 and 110 to 115.
    expect(profits.map((profit) => Math.round(profit / 10))).toEqual([20, 9, 15, 4]);
    await trade(1, 100, 101);
    expect((await tradesOf(leaver!)).length + (await tradesOf(both!)).length).toBe(2);
  });

  it("show a trade once when the investor leaves and rejoins during it", async () => {
    const investor = await test.funded("1000");
    const botId = bots.ids[2]!;
    await activate(investor, botId, "800");
    await bots.open(2, { side: "sell", price: 100, exposure: "1" });
    await deactivate(investor, botId);
    await bots.price(2, 95);
    await activate(investor, botId, "500");
    await bots.price(2, 93);
    await deactivate(investor, botId);
    await activate(investor, botId, "300");
    await bots.close(2, 90);
    const trades = await tradesOf(investor);
    expect(trades.map(({ id }) => id)).toEqual([...new Set(trades.map(({ id }) => id))]);
    expect(trades).toHaveLength(1);
    await expectExplained(investor, botId, 6);
  });

  it("count a partial exit during a trade up to that moment", async () => {
    const investor = await test.funded("1000");
    const botId = bots.ids[3]!;
    await activate(investor, botId, "1000");
    await bots.open(3, { side: "buy", price: 100, exposure: "0.5" });
    await bots.price(3, 108);
    await transferInvestment(investor, "500");
    await bots.close(3, 90);
    expect(await tradesOf(investor)).toHaveLength(1);
    await expectExplained(investor, botId, 3);
  });

  it("omit trades between holding periods and show the newest fifty", async () => {
    const investor = await test.funded("1000");
    const botId = bots.ids[4]!;
    const stay = async (count: number): Promise<void> => {
      await activate(investor, botId, "200");
      for (let each = 0; each < count; each += 1) await trade(4, 100, 100.2);
      await deactivate(investor, botId);
    };
    await stay(20);
    await trade(4, 100, 101);
    await trade(4, 100, 101);
    await stay(25);
    await trade(4, 100, 101);
    await stay(15);
    const trades = await tradesOf(investor);
    expect(trades).toHaveLength(50);
    const times = trades.map(({ executedAt }) => executedAt);
    expect(times).toEqual([...times].sort().reverse());
    const rows = await test.sql<{ id: string; sequence: string }[]>`
      select id::text, sequence::text from bot_trades where bot_id = ${botId}`;
    const sequences = trades.map(({ id }) => Number(rows.find((row) => row.id === id)?.sequence));
    const from = (first: number, last: number): number[] =>
      Array.from({ length: last - first + 1 }, (_, index) => last - index);
    expect(sequences).toEqual([...from(49, 63), ...from(23, 47), ...from(11, 20)]);
  });

  it("are visible to their investor only", async () => {
    expect(await tradesOf(await test.funded("1000"))).toEqual([]);
    expect((await test.visitor().call("GET", "/api/user/trades")).status).toBe(401);
  });
});

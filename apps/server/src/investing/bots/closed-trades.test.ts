import type { BalancePoint, Trade } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { createClosedTrades } from "./closed-trades.ts";

/** More than a block of trades that are kept together. */
const MANY = 70;

let test: TestApp;
let other: TestApp;
let bots: ScriptedBots;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp(test.database);
  bots = await startScriptedBots(test);
});
afterAll(async () => {
  await other.close();
  await test.close();
});

const tradesOf = async (client: TestClient): Promise<Trade[]> => (await client.call("GET", "/api/user/trades")).body;
const valueOf = async (client: TestClient): Promise<string | undefined> => {
  const { points } = (await client.call("GET", "/api/user/balance-history")).body as { points: BalancePoint[] };
  return points.at(-1)?.value;
};

async function trade(from: number, to: number): Promise<void> {
  await bots.open(0, { side: "buy", price: from, exposure: "1" });
  await bots.close(0, to);
}

describe("closed trades in memory", () => {
  it("are complete in the next read of every process", async () => {
    const client = await test.funded("1000");
    await client.call("POST", "/api/user/bots/activate", { botId: bots.ids[0], allocatedAmount: "1000" });
    const processes = [client, client.through(other)];
    for (const closed of [1, 2, 3]) {
      await trade(100, 101);
      for (const process of processes) expect(await tradesOf(process)).toHaveLength(closed);
      const [value, same] = await Promise.all(processes.map(valueOf));
      const [held] = (await client.call("GET", "/api/user/bots")).body as { value: string }[];
      expect([value, same]).toEqual([held?.value, held?.value]);
    }
  });

  it("are read across blocks, newest first, by many callers at once", async () => {
    const [botId] = bots.ids as [string];
    const [{ closed } = { closed: 0 }] = await test.sql<{ closed: number }[]>`
      select close_sequence::int as closed from pools where bot_id = ${botId}`;
    for (let count = closed; count < MANY; count += 1) await trade(100, 100.1);
    const trades = createClosedTrades(test.sql);
    const ranges = [
      { botId, from: 60, to: MANY },
      { botId, from: 1, to: 3 },
    ];
    const answers = await Promise.all(Array.from({ length: 5 }, () => trades.read(ranges)));
    const expected = [Array.from({ length: MANY - 59 }, (_, index) => MANY - index), [3, 2, 1]];
    for (const found of answers) {
      expect(found.map((ofRange) => ofRange.map(({ sequence }) => sequence))).toEqual(expected);
    }
    await trade(100, 101);
    const [latest] = await trades.read([{ botId, from: MANY, to: MANY + 1 }]);
    expect(latest?.map(({ sequence }) => sequence)).toEqual([MANY + 1, MANY]);
  });
});

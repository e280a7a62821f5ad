import type { Page, Trade } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { activate, deactivate, errorOf } from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { readAboutUser } from "../../people/sessions/store.ts";
import { heldUnitsRead } from "../positions/store.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { listTradeHistory } from "./trade-history.ts";

let test: TestApp;
let bots: ScriptedBots;
let investor: TestClient;
let other: TestClient;

async function trade(bot: number, to: number, side: "buy" | "sell" = "buy"): Promise<void> {
  await bots.open(bot, { side, price: 100, exposure: "1" });
  await bots.close(bot, to);
}

/** Two bots trade in turns; the investor leaves one of them for a while, and some trades lose. */
beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
  [investor, other] = [await test.funded("1000"), await test.funded("1000")];
  await trade(0, 101);
  await activate(investor, bots.ids[0], "400");
  await activate(investor, bots.ids[1], "400");
  await activate(other, bots.ids[1], "400");
  for (let each = 0; each < 10; each += 1) {
    await trade(0, each % 2 === 0 ? 101 : 99, each % 3 === 0 ? "sell" : "buy");
    await trade(1, 101);
  }
  await deactivate(investor, bots.ids[0]);
  await trade(0, 101);
  await trade(0, 101);
  await activate(investor, bots.ids[0], "300");
  for (let each = 0; each < 5; each += 1) await trade(0, 99);
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

async function plain(client: TestClient): Promise<Trade[]> {
  return (await client.call("GET", "/api/user/trades")).body;
}

async function page(client: TestClient, query: string): Promise<Page<Trade>> {
  const answer = await client.call("GET", `/api/user/trades?${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  return answer.body;
}

/** Reads all pages. */
async function pages(client: TestClient, query: string, from: string | null = null): Promise<Trade[]> {
  const found: Trade[] = [];
  let cursor = from;
  do {
    const next: Page<Trade> = await page(client, cursor === null ? query : `${query}&cursor=${cursor}`);
    found.push(...next.items);
    cursor = next.nextCursor;
  } while (cursor !== null);
  return found;
}

const idsOf = (trades: readonly Trade[]): string[] => trades.map(({ id }) => id);

describe("the trade history", () => {
  it("is an array without parameters and paginated with them", async () => {
    const all = await plain(investor);
    expect(all).toHaveLength(25);
    for (const limit of [1, 4, 7, 25, 200]) expect(await pages(investor, `limit=${limit}`)).toEqual(all);
    expect((await page(investor, "limit=25")).nextCursor).toBeNull();
  });

  it("neither repeats nor skips a trade when others close between pages", async () => {
    const all = await plain(investor);
    const first = await page(investor, "limit=10");
    await trade(1, 102);
    const rest = await pages(investor, "limit=10", first.nextCursor);
    expect(idsOf([...first.items, ...rest])).toEqual(idsOf(all));
  });

  it("filters by bot, side, outcome, symbol and time", async () => {
    const all = await plain(investor);
    const only = async (query: string, isWanted: (each: Trade) => boolean): Promise<void> => {
      const expected = all.filter(isWanted);
      expect(expected.length, query).toBeGreaterThan(0);
      expect(expected.length, query).toBeLessThan(all.length);
      expect(idsOf(await pages(investor, `limit=3&${query}`)), query).toEqual(idsOf(expected));
    };
    const [newest, middle] = [all[0]!, all[12]!];
    await only(`botId=${bots.ids[0] ?? ""}`, ({ botId }) => botId === bots.ids[0]);
    await only("side=sell", ({ side }) => side === "sell");
    await only("outcome=won", ({ profit }) => Number(profit) > 0);
    await only("outcome=lost", ({ profit }) => Number(profit) < 0);
    await only(`symbol=${encodeURIComponent(newest.symbol)}`, ({ symbol }) => symbol === newest.symbol);
    await only(`from=${middle.executedAt}`, ({ executedAt }) => executedAt >= middle.executedAt);
    await only(`to=${middle.executedAt}`, ({ executedAt }) => executedAt < middle.executedAt);
    await only(`side=buy&outcome=lost&botId=${bots.ids[0] ?? ""}&to=${newest.executedAt}`, (each) => {
      return each.side === "buy" && Number(each.profit) < 0 && each.executedAt < newest.executedAt;
    });
    expect(await pages(investor, "symbol=NOTHING")).toEqual([]);
    expect(await pages(investor, `botId=${bots.ids[5] ?? ""}`)).toEqual([]);
    expect(await pages(investor, "from=2100-01-01T00:00:00Z")).toEqual([]);
    expect(await pages(investor, "to=2000-01-01T00:00:00Z")).toEqual([]);
  });

  it("reads no holding period that is newer than the page", async () => {
    const restless = await test.funded("1000");
    for (let each = 0; each < 12; each += 1) {
      await activate(restless, bots.ids[2], "100");
      await trade(2, 101);
      await deactivate(restless, bots.ids[2]);
    }
    const all = await pages(restless, "limit=200&side=buy");
    expect(all).toHaveLength(12);
    const held = await readAboutUser(test.sql, restless.userId, heldUnitsRead);
    let cursor: string | undefined;
    const statements: number[] = [];
    for (let each = 0; each < 12; each += 1) {
      let run = 0;
      const counting = Object.assign(
        (strings: TemplateStringsArray, ...values: readonly unknown[]) => {
          run += 1;
          return test.sql(strings, ...values);
        },
        { raw: (text: string) => test.sql.raw(text), unsafe: (text: string) => test.sql.unsafe(text) },
      ) as Queryable;
      const found = (await listTradeHistory(counting, held, { limit: 1, cursor })) as Page<Trade>;
      expect(found.items).toEqual([all[each]]);
      cursor = found.nextCursor ?? undefined;
      statements.push(run);
    }
    // Where the page begins, then one statement for each period that has a trade of the page or the one after it.
    expect(statements).toEqual([2, ...Array.from({ length: 10 }, () => 3), 2]);
  });

  it("shows only own trades with another user's cursor and rejects a cursor with other filters", async () => {
    const { nextCursor } = await page(investor, "limit=5");
    const mine = new Set(idsOf(await plain(other)));
    const seen = await page(other, `limit=200&cursor=${nextCursor ?? ""}`);
    for (const { id, botId } of seen.items) expect([mine.has(id), botId]).toEqual([true, bots.ids[1]]);
    const wrong = await investor.call("GET", `/api/user/trades?side=buy&cursor=${nextCursor ?? ""}`);
    expect([wrong.status, errorOf(wrong).code]).toEqual([400, "VALIDATION"]);
  });

  it.each([
    "limit=0",
    "limit=201",
    "side=hold",
    "outcome=even",
    "botId=1",
    "from=yesterday",
    "userId=1",
    "side=buy&side=sell",
  ])("rejects ?%s", async (query) => {
    const answer = await investor.call("GET", `/api/user/trades?${query}`);
    expect([answer.status, errorOf(answer).code]).toEqual([400, "VALIDATION"]);
  });
});

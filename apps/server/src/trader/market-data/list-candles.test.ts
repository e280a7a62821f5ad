import { DAY_MS } from "@wazi/contracts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bot, ChartCandle } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorOf } from "../../../../../tests/harness/money-calls.ts";
import { startTestApp, type TestAnswer, type TestApp } from "../../../../../tests/harness/test-app.ts";

const FIRST_DAY = Date.parse("2020-01-01T00:00:00Z");

let test: TestApp;
let replay: TestApp;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wazi-replay-"));
  const rows = Array.from({ length: 10 }, (_, index) => {
    const time = new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10);
    return `${time},${100 + index},${102 + index},${99 + index},${101 + index},5`;
  });
  writeFileSync(join(folder, "stocks_AAPL_1d.csv"), `time,open,high,low,close,volume\n${rows.join("\n")}\n`);
  test = await startTestApp();
  replay = await startTestApp(test.database, undefined, { MARKET_FEED: `replay:${folder}` });
  await test.sql`
    insert into candles (symbol, interval, bar_time, feed, open, high, low, close, volume)
    select 'EUR/USD', i, now() - n * case i when '1m' then interval '1 minute' else interval '1 hour' end, f,
      1.1 + n / 1000.0, 1.2, 1.0, 1.10500000, 1
    from generate_series(1, 1200) n, unnest(array['1m', '1h']) i, unnest(array['simulated', 'live']) f`;
});
afterAll(async () => {
  await replay.close();
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

async function botOf(server: TestApp, market: string): Promise<Bot> {
  const bots: Bot[] = (await server.visitor().call("GET", "/api/bots")).body;
  return bots.find((bot) => bot.market === market)!;
}

async function ask(server: TestApp, market: string, query: string): Promise<TestAnswer> {
  const { id } = await botOf(server, market);
  return server.visitor().call("GET", `/api/bots/${id}/candles?${query}`);
}

interface Chart {
  interval: string;
  feed: string;
  candles: ChartCandle[];
}

async function chart(server: TestApp, market: string, query: string): Promise<Chart> {
  const answer = await ask(server, market, query);
  expect([query, answer.status, answer.status === 200 ? "" : answer.text]).toEqual([query, 200, ""]);
  return answer.body;
}

const timesOf = ({ candles }: Chart): string[] => candles.map(({ time }) => time);

describe("candles for anyone", () => {
  it("are limited per address, in all processes together", async () => {
    const env = { RATE_LIMIT_SCALE: "0.1" };
    const [one, two] = [
      await startTestApp(test.database, undefined, env),
      await startTestApp(test.database, undefined, env),
    ];
    try {
      const { id } = await botOf(test, "forex");
      const statuses: number[] = [];
      for (let n = 0; n < 50; n += 1) {
        const client = (n % 2 ? one : two).visitor();
        statuses.push((await client.call("GET", `/api/bots/${id}/candles?symbol=EUR%2FUSD&limit=1`)).status);
      }
      expect(statuses.filter((status) => status === 200)).toHaveLength(40);
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await one.close();
      await two.close();
    }
  });
});

describe("a bot's candles", () => {
  it("are the latest of the bot's feed, oldest first, at most a thousand", async () => {
    const usual = await chart(test, "forex", "symbol=EUR/USD");
    expect(usual).toMatchObject({ interval: "1m", feed: "simulated" });
    expect(usual.candles).toHaveLength(500);
    expect(timesOf(usual)).toEqual([...timesOf(usual)].sort());
    expect(usual.candles.at(-1)).toMatchObject({ open: "1.101", high: "1.2", low: "1", close: "1.105" });
    expect((await chart(test, "forex", "symbol=EUR/USD&limit=1000")).candles).toHaveLength(1_000);
    const hours = await chart(test, "forex", "symbol=EUR/USD&interval=1h&limit=2");
    expect(Date.parse(timesOf(hours)[1]!) - Date.parse(timesOf(hours)[0]!)).toBe(3_600_000);
    const before = timesOf(usual)[100]!;
    const older = await chart(test, "forex", `symbol=EUR/USD&limit=100&to=${before}`);
    expect(timesOf(older)).toEqual(timesOf(usual).slice(0, 100));
  });

  it.each([
    ["", "Please choose a symbol"],
    ["symbol=NOPE", "symbol must be one of: "],
    ["symbol=EUR/USD&interval=1d", "interval must be one of: 1m, 1h"],
    ["symbol=EUR/USD&interval=5m", "interval must be one of: 1m, 1h, 1d"],
    ["symbol=EUR/USD&limit=1001", "limit must be a whole number from 1 to 1000"],
    ["symbol=EUR/USD&to=now", "to must be a time in UTC"],
  ])("reject ?%s", async (query, message) => {
    const answer = await ask(test, "forex", query);
    expect(answer.status).toBe(400);
    expect(errorOf(answer).message).toContain(message);
  });

  it("of a replay are the bars played in the current record, with their original times", async () => {
    const at = async (position: number, place = { record: 0, recordStart: 0 }): Promise<void> => {
      await test.sql`
        insert into feed_state (name, state) values ('replay', ${JSON.stringify({ position, joined: "time", ...place })}::text::jsonb)
        on conflict (name) do update set state = excluded.state`;
    };
    const days = (first: number, last: number): string[] =>
      Array.from({ length: last - first + 1 }, (_, index) =>
        new Date(FIRST_DAY + (first + index) * DAY_MS).toISOString(),
      );
    expect((await chart(replay, "stocks", "symbol=AAPL")).candles).toEqual([]);
    await at(7);
    const played = await chart(replay, "stocks", "symbol=AAPL");
    expect(played).toMatchObject({ interval: "1d", feed: "replay" });
    expect(timesOf(played)).toEqual(days(0, 6));
    expect(played.candles[0]).toEqual({ time: days(0, 0)[0], open: "100", high: "102", low: "99", close: "101" });
    expect(timesOf(await chart(replay, "stocks", "symbol=AAPL&limit=3"))).toEqual(days(4, 6));
    expect(timesOf(await chart(replay, "stocks", `symbol=AAPL&limit=2&to=${days(3, 3)[0] ?? ""}`))).toEqual(days(1, 2));
    // One step after the last bar, the series has ended.
    for (const position of [10, 11]) {
      await at(position);
      expect(timesOf(await chart(replay, "stocks", "symbol=AAPL"))).toEqual(days(0, 9));
    }
    // Another record begins with the first bar, at its own price.
    await at(13, { record: 1, recordStart: 11 });
    const second = await chart(replay, "stocks", "symbol=AAPL");
    expect(timesOf(second)).toEqual(days(0, 1));
    expect(second.candles[0]?.open).toBe("100");
    const wrong = await ask(replay, "stocks", "symbol=AAPL&interval=1m");
    expect([wrong.status, errorOf(wrong).message]).toEqual([400, "interval must be one of: 1d"]);
  });
});

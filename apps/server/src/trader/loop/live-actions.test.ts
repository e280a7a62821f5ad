import { DAY_MS, MINUTE_MS } from "@wazi/contracts";
import { type CorporateAction, findNextSession, portfolioCatalogue } from "@wazi/trading";
import { afterAll, beforeAll, expect, it } from "vitest";
import { silentLog } from "../../../../../tests/harness/silent-log.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { takeLease } from "../../platform/jobs/store.ts";
import { createLiveFeed, restoreLiveFeed } from "../feeds/live-feed.ts";
import type { PriceSource } from "../feeds/price-source.ts";
import type { PoolTrade } from "./open-trade.ts";
import { loadFeedState, readPool } from "./store.ts";
import { startSession, type TradingSession } from "./trading-session.ts";

/** A core portfolio on live prices in the database, over a dividend and a split, with restarts. */
const OPEN_MS = findNextSession("new-york", Date.now() + 3 * DAY_MS)!.opensAt;
const EX_DATE = Math.floor(OPEN_MS / DAY_MS) * DAY_MS;
const FUND = "VT";
const portfolio = portfolioCatalogue[0]!;

let test: TestApp;
let botId = "";
let nowMs = OPEN_MS - DAY_MS;
let price = 100;
let published: CorporateAction[] = [];
let session: TradingSession;
let starts = 0;

const source: PriceSource = {
  name: "scripted",
  symbols: [{ market: "portfolio", symbol: FUND }],
  pollEveryMs: 1_000,
  poll: () => Promise.resolve({ prices: [{ symbol: FUND, price, time: nowMs, dayBefore: null }], issues: [] }),
  readActions: ({ kind }) => Promise.resolve(published.filter((each) => each.kind === kind)),
};

/** An open trade as the pool and the bot's state have it. */
const trade = {
  ...{ symbol: FUND, side: "buy", exposure: "0.5000", baseNav: "1.000000000000", entryPrice: "100.000000000000" },
  ...{ midPrice: 100, stopPrice: null, targetPrice: null, dividends: "0", lastDividend: null, financing: "0" },
  costs: { halfSpread: 0.0001, slippage: 0, commission: 0 },
  decidedBarTime: OPEN_MS - 2 * DAY_MS,
  barTime: OPEN_MS - 2 * DAY_MS,
  financedUntil: OPEN_MS - 2 * DAY_MS,
  barSequence: (OPEN_MS - 2 * DAY_MS) / MINUTE_MS,
};

async function start(): Promise<void> {
  const { sql, door } = test;
  starts += 1;
  const lease = (await takeLease(sql, `actions ${starts}`, true))!;
  const saved = restoreLiveFeed(await loadFeedState(sql, "live"), [FUND]);
  const feed = createLiveFeed(source, { saved, log: silentLog, clockMs: () => nowMs });
  const now = (): Date => new Date(nowMs);
  session = await startSession({ sql, door, lease, now, log: silentLog, maxPriceAgeMs: 5_000, mayEnter: () => true }, [
    feed,
  ]);
}

async function at(ms: number): Promise<void> {
  nowMs = ms;
  for (let turn = 0; turn < 3; turn += 1) {
    await session.advance(nowMs);
    await new Promise(setImmediate);
    nowMs += 1_000;
  }
}

async function askAt(ms: number): Promise<void> {
  await at(ms);
  await at(ms + MINUTE_MS);
}

async function readTrade() {
  const [row] = await test.sql<{ trade: PoolTrade }[]>`
    select state -> 'openTrades' -> 0 as trade from bot_engines where bot_id = ${botId}`;
  const [inPool] = (await readPool(test.sql, botId)).openTrades;
  const [mark] = await test.sql<
    { exit: string }[]
  >`select exit_mark::text as exit from pool_marks where bot_id = ${botId}`;
  return { own: row!.trade, inPool: inPool!, exitMark: Number(mark?.exit) };
}

beforeAll(async () => {
  test = await startTestApp();
  const [row] = await test.sql<{ id: string }[]>`select id from trading_bots where name = ${portfolio.name}`;
  botId = row!.id;
  await start();
  await session.checkpoint();
  const pooled = [{ ...trade, id: crypto.randomUUID(), openedAt: new Date(nowMs).toISOString(), feed: "live" }];
  await test.sql`update pools set open_trades = ${JSON.stringify(pooled)}::text::jsonb where bot_id = ${botId}`;
  await test.sql`
    update bot_engines set state = jsonb_set(state, '{openTrades}', ${JSON.stringify([trade])}::text::jsonb) where bot_id = ${botId}`;
});
afterAll(() => test.close());

it("credits a dividend once, after a restart, a crash before the save, and a day on which it is told again", async () => {
  await start();
  published = [{ kind: "dividend", exTime: EX_DATE, amount: "0.5" }];
  await askAt(OPEN_MS - 2 * 3_600_000);
  price = 99.5;
  await at(OPEN_MS);
  // The session ends without a save: all of it is played again.
  await start();
  await askAt(OPEN_MS + MINUTE_MS);
  await at(OPEN_MS + 3 * MINUTE_MS);
  await session.checkpoint();
  expect((await readTrade()).own.dividends).toBe("0.500000000000");
  // The value of a unit is that before the ex-date, less the costs of a sale.
  expect((await readTrade()).exitMark).toBeCloseTo(1 - 0.5 * 0.0001, 5);
  for (const day of [1, 2]) {
    await start();
    await askAt(OPEN_MS + day * DAY_MS - 2 * 3_600_000);
    await at(OPEN_MS + day * DAY_MS);
    await session.checkpoint();
    expect((await readTrade()).own.dividends).toBe("0.500000000000");
  }
});

it("adjusts a held trade to a split in the pool and in the bot's state, once and at the same value", async () => {
  const { opensAt } = findNextSession("new-york", OPEN_MS + 3 * DAY_MS)!;
  const { exitMark } = await readTrade();
  published = [...published, { kind: "split", exTime: Math.floor(opensAt / DAY_MS) * DAY_MS, ratio: "4" }];
  await askAt(opensAt - 2 * 3_600_000);
  price = 99.5 / 4;
  await at(opensAt);
  const adjusted = { entryPrice: "25.000000000000", midPrice: 25 };
  // Without a checkpoint: pool and state are saved in one commit.
  const split = await readTrade();
  expect(split.inPool).toMatchObject(adjusted);
  expect(split.own).toMatchObject({ ...adjusted, dividends: "0.125000000000" });
  expect(split.exitMark).toBeCloseTo(exitMark, 9);
  const { version } = await readPool(test.sql, botId);
  await start();
  await askAt(opensAt + MINUTE_MS);
  await at(opensAt + 3 * MINUTE_MS);
  await session.checkpoint();
  expect((await readTrade()).own).toMatchObject(adjusted);
  expect((await readPool(test.sql, botId)).version).toBe(version);
});

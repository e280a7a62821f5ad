import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { readSettings } from "../../apps/server/src/start/settings/settings.ts";
import type { FeedPlan } from "../../apps/server/src/trader/feeds/feed-plan.ts";
import type { PriceSource } from "../../apps/server/src/trader/feeds/price-source.ts";
import { runTrader, type Trader } from "../../apps/server/src/trader/loop/run-trader.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { eventually } from "../harness/wazi-process.ts";

const symbols = ["BTC/USD", "ETH/USD"].map((symbol) => ({ market: "crypto" as const, symbol }));
const plan: FeedPlan = { live: symbols, replayed: [], simulated: [], simulatedSpeed: 1, skippedFiles: [] };
const ignore = (): void => undefined;

const source: PriceSource = {
  name: "scripted",
  symbols,
  pollEveryMs: 1_000,
  poll: () =>
    Promise.resolve({
      prices: symbols.map(({ symbol }) => ({ symbol, price: 64_000, time: null, dayBefore: null })),
      issues: [],
    }),
};

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

function startTrader(holder: string): Trader {
  return runTrader({
    sql: test.sql,
    door: test.door,
    log: { info: ignore, warn: ignore, error: ignore },
    now: () => new Date(),
    plan,
    source,
    holder,
    isAloneOnDatabase: false,
    settings: { kind: "live", live: { provider: "ccxt", exchange: "kraken", url: undefined } },
    limits: readSettings({}).entryLimits,
  });
}

interface HeldLease {
  holder: string;
  token: string;
  expiresAt: Date;
}

async function readLease(): Promise<HeldLease | undefined> {
  const [row] = await test.sql<HeldLease[]>`
    select holder, token::text, expires_at as "expiresAt" from leases where name = 'trader'`;
  return row;
}

it("a trader that opens slowly keeps its lease, so that two of them never take it from each other", async () => {
  const blocking = openPool(test.database.url, { max: 1, role: null });
  let unblock: () => void = ignore;
  const isUnblocked = new Promise<void>((resolve) => (unblock = resolve));
  let isBlocked = false;
  const blocked = blocking.begin(async (tx) => {
    await tx`lock table feed_state in access exclusive mode`;
    isBlocked = true;
    await isUnblocked;
  });
  await eventually(() => isBlocked);

  const first = startTrader("first");
  await eventually(async () => (await readLease())?.holder === "first");
  const taken = await readLease();
  const second = startTrader("second");
  await eventually(async () => (await readLease())?.expiresAt.getTime() !== taken?.expiresAt.getTime());
  const renewed = await readLease();
  expect([renewed?.holder, renewed?.token]).toEqual([taken?.holder, taken?.token]);

  unblock();
  await blocked;
  await first.ready;
  expect([first.isTrading(), second.isTrading()]).toEqual([true, false]);
  await Promise.all([first.stop(), second.stop()]);
  await blocking.end();
});

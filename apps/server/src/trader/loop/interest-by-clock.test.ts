import { DAY_MS } from "@wazi/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { eventually } from "../../../../../tests/harness/wazi-process.ts";
import { readSettings } from "../../start/settings/settings.ts";
import type { FeedPlan } from "../feeds/feed-plan.ts";
import type { PriceSource } from "../feeds/price-source.ts";
import { computeDailyInterest } from "../interest/cash-interest.ts";
import { runTrader } from "./run-trader.ts";

const ignore = (): void => undefined;
const symbols = [{ market: "crypto" as const, symbol: "BTC/USD" }];
const plan: FeedPlan = { live: symbols, replayed: [], simulated: [], simulatedSpeed: 1, skippedFiles: [] };
/** A venue that is closed: no price arrives. */
const source: PriceSource = {
  name: "scripted",
  symbols,
  pollEveryMs: 1_000,
  poll: () => Promise.resolve({ prices: [], issues: [] }),
};

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

it("settles days while no price arrives, and those of Bills, which needs none", async () => {
  const startedMs = Date.now();
  let aheadMs = 0;
  const trader = runTrader({
    ...{ sql: test.sql, door: test.door, plan, source, holder: "trader", isAloneOnDatabase: true },
    log: { info: ignore, warn: ignore, error: ignore },
    now: () => new Date(Date.now() + aheadMs),
    interest: { name: "fixed:test", findDay: () => computeDailyInterest({ ratePct: 4, marginPct: 0 }) },
    settings: { kind: "live", live: { provider: "ccxt", exchange: "kraken", url: undefined } },
    limits: readSettings({}).entryLimits,
  });
  const readBots = (): Promise<{ name: string; day: string | null; of: string | null }[]> => test.sql`
    select b.name, p.interest_day::text as day, p.interest_of as of from pools p join trading_bots b on b.id = p.bot_id
    where b.name in ('Bills', 'Crypto-Whale-07') order by b.name`;
  const of = "live 0";
  for (const days of [0, 1]) {
    aheadMs = days * DAY_MS;
    const day = toDay(startedMs + aheadMs - DAY_MS);
    await eventually(async () => (await readBots()).every((bot) => bot.day === day));
    expect(await readBots()).toEqual([
      { name: "Bills", day, of },
      { name: "Crypto-Whale-07", day, of },
    ]);
  }
  await trader.stop();
  const [paid] = await test.sql<{ feed: string; day: string }[]>`
    select i.feed, i.day::text from pool_interest i join trading_bots b on b.id = i.bot_id where b.name = 'Bills'`;
  expect(paid).toEqual({ feed: "live", day: toDay(startedMs) });
});

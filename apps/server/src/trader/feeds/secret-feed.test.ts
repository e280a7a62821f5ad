import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import type { FeedSettings } from "../settings.ts";
import { readStatus } from "../../office/status/read-status.ts";
import { openPool } from "../../platform/db/pool.ts";
import { type Lease, takeLease } from "../../platform/jobs/store.ts";
import { loadFeedState } from "../loop/store.ts";
import type { FeedPlan } from "./feed-plan.ts";
import type { MarketFeed } from "./market-feed.ts";
import { openFeeds } from "./open-feeds.ts";
import { createSimulatedFeed, startSimulation } from "./simulated-feed.ts";

const NOW = new Date("2026-03-01T12:00:30Z");
const SYMBOLS = ["EUR/USD", "GBP/USD"];
const nothing = () => undefined;

let test: TestApp;
let lease: Lease;
beforeAll(async () => {
  test = await startTestApp();
  lease = (await takeLease(test.sql, "a trader", true))!;
});
afterAll(() => test.close());

async function open(settings: FeedSettings, symbols = SYMBOLS): Promise<MarketFeed | undefined> {
  const plan = { simulated: symbols, replayed: [], simulatedSpeed: 1 } as unknown as FeedPlan;
  const log = { warn: nothing, info: nothing };
  const [feed] = await openFeeds({ sql: test.sql, lease, plan, settings, now: () => NOW, source: undefined, log });
  return feed;
}

const RANDOM: FeedSettings = { kind: "simulated", seed: undefined };
const FIXED: FeedSettings = { kind: "simulated", seed: 7 };

interface Row {
  commitment: string;
  seed: string;
  hasEnded: boolean;
}
const rows = (): Promise<Row[]> =>
  test.sql<Row[]>`select commitment, seed, ended_at is not null as "hasEnded" from simulated_feeds order by id`;

const openWith = (status: Awaited<ReturnType<typeof readStatus>>) =>
  status.simulatedFeeds.map(({ seed, endedAt }) => [seed, endedAt !== null]);
const readFeeds = async () =>
  openWith(
    await readStatus({
      sql: test.sql,
      now: () => NOW,
      priceProviders: [],
      limits: { maxDailyLoss: 500n, maxMarketExposure: 5_000n },
    }),
  );

describe("the simulated feed", () => {
  it("continues a feed of the fast generator at its prices with a secret seed, and records its hash", async () => {
    const fixed = (await open(FIXED))!;
    expect(await rows()).toEqual([]);
    // A price of one second may be the same by chance.
    const playSeconds = (feed: MarketFeed): number[] =>
      [1, 2, 3, 4, 5].flatMap((second) =>
        feed.advance(NOW.getTime() + second * 1_000)[0]!.prices.map(({ price }) => price),
      );
    const before = playSeconds(fixed);
    const after = playSeconds((await open(RANDOM))!);
    const [row] = await rows();
    expect(row?.hasEnded).toBe(false);
    expect(row?.commitment).toBe(
      createHash("sha256")
        .update(row?.seed ?? "")
        .digest("hex"),
    );
    expect(after).not.toEqual(before);
    for (const [index, price] of after.entries()) expect(Math.abs(price / before[index]! - 1)).toBeLessThan(0.01);
    expect(await readFeeds()).toEqual([[null, false]]);
  });

  it("continues after a restart with the same seed, and not with the fast generator", async () => {
    const before = await rows();
    await open(RANDOM);
    expect(await rows()).toEqual(before);
    const { market } = (await loadFeedState(test.sql, "simulated")) as { market: { walks: { random: unknown }[] } };
    for (const { random } of market.walks) expect(random).not.toBeInstanceOf(Array);
  });

  it("goes on with its seed when the funds of the core portfolios are added", async () => {
    const before = await rows();
    await open(RANDOM, [...SYMBOLS, "GLD"]);
    expect(await rows()).toEqual(before);
    const { market } = (await loadFeedState(test.sql, "simulated")) as {
      market: { walks: { symbol: string; random: unknown }[] };
    };
    expect(market.walks.map(({ symbol }) => symbol)).toEqual([...SYMBOLS, "GLD"]);
    for (const { random } of market.walks) expect(random).not.toBeInstanceOf(Array);
  });

  it("keeps the days before its history, which a restart reads again", async () => {
    const symbols = [...SYMBOLS, "GLD"];
    const readDays = async () => (await open(RANDOM, symbols))!.readDays!(["GLD"]);
    const days = await readDays();
    const [first, last] = [days[0]!, days.at(-1)!];
    expect([new Date(first.time), new Date(last.time)]).toEqual([new Date("2020-12-01"), new Date("2025-11-30")]);
    const [{ open: opened } = { open: "" }] = await test.sql<{ open: string }[]>`
      select trim_scale(open)::text as open from candles where symbol = 'GLD' and interval = '1h' order by bar_time limit 1`;
    expect(Math.abs(Number(opened) / last.close - 1)).toBeLessThan(0.005);
    expect(await readDays()).toEqual(days);
    // Damaged days, and those of a symbol that a version stored without, are made again before the first of its own hours.
    await test.sql`update feed_state set state = '{"GLD": {"from": 0, "closes": ["x"]}}' where name = 'simulated-days'`;
    const again = await readDays();
    expect(again.map(({ time }) => time)).toEqual(days.map(({ time }) => time));
    expect(Math.abs(again.at(-1)!.close / Number(opened) - 1)).toBeLessThan(0.005);
    await test.sql`delete from feed_state where name = 'simulated-days'`;
    expect(await readDays()).toEqual(again);
  });

  it("publishes the seed when it ends, and starts another with other symbols", async () => {
    const [first] = await rows();
    await open(RANDOM, [...SYMBOLS, "USD/JPY"]);
    const [, second] = await rows();
    expect(await readFeeds()).toEqual([
      [null, false],
      [first!.seed, true],
    ]);
    await open({ kind: "live" } as FeedSettings, []);
    expect(await readFeeds()).toEqual([
      [second!.seed, true],
      [first!.seed, true],
    ]);
  });

  it("gives prices that its published seed and its start give again", async () => {
    await test.sql`delete from feed_state`;
    const feed = (await open(RANDOM))!;
    const later = Array.from({ length: 5 }, (_, second) => NOW.getTime() + (second + 1) * 1_000);
    const prices = later.map((at) => feed.advance(at)[0]!.prices[0]!.price);
    const { seed, commitment } = (await rows()).at(-1)!;
    const again = createSimulatedFeed(
      (await startSimulation(SYMBOLS, commitment, NOW.getTime(), { liveSeed: seed })).saved,
    );
    expect(later.map((at) => again.advance(at)[0]!.prices[0]!.price)).toEqual(prices);
  });

  it("keeps its record: a seed cannot be exchanged, and an ended feed cannot start again", async () => {
    const owner = openPool(test.database.url, { role: null, max: 1 });
    try {
      await expect(owner`update simulated_feeds set ended_at = null`).rejects.toThrow(/only end, once/);
      await expect(owner`delete from simulated_feeds`).rejects.toThrow(/never removed/);
      await expect(test.sql`update simulated_feeds set seed = commitment`).rejects.toThrow(/permission denied/);
    } finally {
      await owner.end();
    }
  });
});

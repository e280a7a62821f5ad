import type { Bot, BotCorrelations, PublicStatus } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveEntryStops, sumDayGains } from "../../apps/server/src/trader/entry-limits/store.ts";
import type { Door } from "../../apps/server/src/ledger/door/post.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { listDailyChanges } from "../../apps/server/src/proofs/track-records/store.ts";
import { loadFeedState } from "../../apps/server/src/trader/loop/store.ts";
import {
  decideLimitedEntry,
  type EntryGate,
  type LimitedEntry,
  watchDayLoss,
} from "../../apps/server/src/trader/loop/entry-limits.ts";
import { renewLease, takeLease } from "../../apps/server/src/platform/jobs/store.ts";
import { restoreReplayPlace } from "../../apps/server/src/trader/feeds/replay-feed.ts";
import { startSession } from "../../apps/server/src/trader/loop/trading-session.ts";
import { generateSeries, manualReplay } from "../harness/generated-replay.ts";
import { activate } from "../harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../harness/scripted-bots.ts";
import { silentLog } from "../harness/silent-log.ts";
import { PreparedRace, startTestApp, type TestApp } from "../harness/test-app.ts";

/** Catalogue order: Alpha-Forex-01, Crypto-Whale-07, … Forex-Titan-06 is the seventh. */
const [FOREX, CRYPTO, OTHER_FOREX] = [0, 1, 6];
const LIMITS = { maxDailyLoss: 500n, maxMarketExposure: 4_000n };
/** Scripted trades are on the first minutes of this day. */
const FIRST_DAY = "1970-01-01";
const SECOND_DAY = "1970-01-02";
const NEXT_DAY_MS = 86_400_000;

let test: TestApp;
let bots: ScriptedBots;

async function startWithMoney(parts: readonly [botIndex: number, amount: string][], wrapDoor?: (door: Door) => Door) {
  test = await startTestApp(undefined, wrapDoor);
  bots = await startScriptedBots(test);
  const investor = await test.funded("9000");
  for (const [index, amount] of parts) {
    const answer = await activate(investor, bots.ids[index], amount);
    if (answer.status !== 200) throw new Error(answer.text);
  }
}

const deps = (limits = LIMITS) => ({ sql: test.sql, now: () => new Date(), limits, log: silentLog });
const entryOf = (index: number, market: LimitedEntry["market"], exposure: string, barTime = 600_000): LimitedEntry => {
  const botName = `bot ${index}`;
  return { botId: bots.ids[index]!, botName, feed: "simulated", market, symbol: "EUR/USD", exposure, barTime };
};
const refusals = () =>
  test.sql<{ reason: string; asked: string; allowed: string }[]>`
    select reason, asked::text, allowed::text from entry_refusals order by id`;

describe("the exposure of a market", () => {
  beforeAll(() =>
    startWithMoney([
      [FOREX, "500"],
      [CRYPTO, "200"],
      [OTHER_FOREX, "300"],
    ]),
  );
  afterAll(() => test.close());

  it("refuses or reduces entries beyond the limit, and records each once", async () => {
    await bots.open(FOREX, { side: "buy", price: 1.1, exposure: "0.4000" });
    // 200 of 400 are used, so 200 of the 300 of the other bot fit.
    const half = entryOf(OTHER_FOREX, "forex", "0.5000");
    expect(await decideLimitedEntry(deps(), half)).toBe(true);
    const whole = entryOf(OTHER_FOREX, "forex", "1.0000");
    expect(await decideLimitedEntry(deps(), whole)).toEqual({ exposure: "0.6666" });
    expect(await decideLimitedEntry(deps(), whole)).toEqual({ exposure: "0.6666" });
    const narrow = { ...LIMITS, maxMarketExposure: 2_100n };
    expect(await decideLimitedEntry(deps(narrow), entryOf(OTHER_FOREX, "forex", "0.5000", 660_000))).toBe(false);
    expect(await decideLimitedEntry(deps(narrow), entryOf(CRYPTO, "crypto", "1.0000"))).toBe(true);
    expect(await refusals()).toEqual([
      { reason: "market-exposure", asked: "1.0000", allowed: "0.6666" },
      { reason: "market-exposure", asked: "0.5000", allowed: "0.0000" },
    ]);
    const { limits } = (await test.visitor().call("GET", "/api/public/status")).body as PublicStatus;
    expect(limits).toMatchObject({ maxDailyLossPct: "5.00", maxMarketExposurePct: "50.00", entryStops: [] });
    expect(limits).toMatchObject({ dailyLossPct: "0.00", refusedEntries: 1, reducedEntries: 1 });
    const inUse = limits.markets.filter(({ exposurePct }) => exposurePct !== "0.00");
    expect(inUse).toEqual([{ market: "forex", exposurePct: "20.00" }]);
  });
});

describe("two traders at the same moment", () => {
  beforeAll(() =>
    startWithMoney([
      [FOREX, "500"],
      [OTHER_FOREX, "500"],
    ]),
  );
  afterAll(() => test.close());

  it("cannot both fill the room of a market: the door takes the opening of the holder of the lease only", async () => {
    const older = bots;
    const entry = entryOf(FOREX, "forex", "0.7000");
    const other = entryOf(OTHER_FOREX, "forex", "0.7000");
    expect(await Promise.all([entry, other].map((each) => decideLimitedEntry(deps(), each)))).toEqual([true, true]);
    const newer = await startScriptedBots(test);
    const openings = await Promise.allSettled([
      older.open(FOREX, { side: "buy", price: 1.1, exposure: "0.7000" }),
      newer.open(OTHER_FOREX, { side: "buy", price: 1.1, exposure: "0.7000" }),
    ]);
    expect(openings.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(await decideLimitedEntry(deps(), entry)).toBe(false);
  });
});

describe("the loss of a day", () => {
  beforeAll(() =>
    startWithMoney([
      [FOREX, "500"],
      [CRYPTO, "500"],
    ]),
  );
  afterAll(() => test.close());

  it("stops all bots from the limit on until the next day, also when it has been made good", async () => {
    const entry = entryOf(CRYPTO, "crypto", "0.4000");
    await bots.open(FOREX, { side: "buy", price: 1, exposure: "1.0000" });
    await bots.price(FOREX, 0.95);
    expect(await decideLimitedEntry(deps(), entry)).toBe(true);
    // 500 at 0.89 are 55 less, of 1,000.
    await bots.price(FOREX, 0.89);
    await watchDayLoss({ ...deps(), now: () => new Date(0) });
    expect(await test.sql`select from entry_stops`).toHaveLength(0);
    expect(await decideLimitedEntry(deps(), entry)).toBe(false);
    const stops = await test.sql<{ feed: string; day: string; loss: string; limit: string }[]>`
      select feed, day::text, loss::text, limit_pct::text as limit from entry_stops`;
    expect(stops).toEqual([
      { feed: "simulated", day: FIRST_DAY, loss: expect.stringMatching(/^5\d\.\d\d$/) as string, limit: "5.00" },
    ]);
    await bots.price(FOREX, 1.2);
    await bots.close(FOREX, 1.2);
    expect(await decideLimitedEntry(deps(), entry)).toBe(false);
    expect(await decideLimitedEntry(deps(), { ...entry, barTime: NEXT_DAY_MS })).toBe(true);
    expect(await refusals()).toEqual([{ reason: "daily-loss", asked: "0.4000", allowed: "0.0000" }]);
    await test.sql`
      insert into market_prices (market, symbol, price, change_percent, feed, bar_time, priced_at, place)
      values ('forex', 'EUR/USD', 1, 0, 'simulated', '1970-01-01T12:00Z', clock_timestamp(), 0)`;
    const { limits } = (await test.visitor().call("GET", "/api/public/status")).body as PublicStatus;
    expect(limits.entryStops).toEqual([
      {
        feed: "simulated",
        day: FIRST_DAY,
        since: expect.any(String) as string,
        lossPct: expect.stringMatching(/^5\.\d\d$/) as string,
      },
    ]);
  });
});

describe("the loss of closed trades", () => {
  beforeAll(() =>
    startWithMoney([
      [FOREX, "500"],
      [CRYPTO, "500"],
    ]),
  );
  afterAll(() => test.close());

  it("counts, of what the pools held before them", async () => {
    await bots.open(CRYPTO, { side: "buy", price: 100, exposure: "1.0000" });
    await bots.close(CRYPTO, 88);
    const [row] = await test.sql<{ gain: string }[]>`select sum(pool_gain)::text as gain from bot_trades`;
    const lost = BigInt(row!.gain.replace(/[-.]/g, ""));
    expect(lost).toBeGreaterThan(6_000n);
    // In hundredths of a per cent of 100,000 cents.
    const decide = (maxDailyLoss: bigint) =>
      decideLimitedEntry(deps({ ...LIMITS, maxDailyLoss }), entryOf(FOREX, "forex", "0.1000"));
    expect(await decide(lost / 10n + 1n)).toBe(true);
    expect(await decide(lost / 10n)).toBe(false);
    const answer = (await test.visitor().call("GET", "/api/public/bot-correlations")).body as BotCorrelations;
    expect(answer.bots.find(({ id }) => id === bots.ids[CRYPTO])?.since).toBe(FIRST_DAY);
    expect(answer.pairs).toHaveLength((answer.bots.length * (answer.bots.length - 1)) / 2);
    for (const pair of answer.pairs) expect(pair).toMatchObject({ correlation: null, reason: "too-few-days" });
    const [change] = await listDailyChanges(test.sql, [{ botId: bots.ids[CRYPTO]!, feed: "simulated" }]);
    expect(change!.change).toBeCloseTo(-Number(lost) / 50_000, 4);
  });

  it("counts for the day (UTC) that ends before the next midnight", async () => {
    const owner = openPool(test.database.url, { role: null, max: 1 });
    const gainsAt = async (moment: string): Promise<string[]> => {
      await owner`update bot_trades set bar_time = ${moment}`;
      return Promise.all([FIRST_DAY, SECOND_DAY].map((day) => sumDayGains(test.sql, [{ feed: "simulated", day }])));
    };
    const [gain = "", next] = await gainsAt("1970-01-01T23:59:59.999999Z");
    expect([Number(gain) < 0, next]).toEqual([true, "0.00"]);
    expect(await gainsAt("1970-01-02T00:00:00Z")).toEqual(["0.00", gain]);
    await owner.end();
  });
});

describe("an opening that was decided before entries were stopped", () => {
  const race = new PreparedRace(({ expects }) => expects.entryDay !== undefined);
  beforeAll(() => startWithMoney([[FOREX, "500"]], race.wrapDoor));
  afterAll(() => test.close());

  it("is refused by the door, and another day is not", async () => {
    expect(await decideLimitedEntry(deps(), entryOf(FOREX, "forex", "0.4000"))).toBe(true);
    const stop = { loss: "60.00", base: "1000.00", limitPct: "5.00" };
    race.prepare(() => saveEntryStops(test.sql, [{ feed: "simulated", day: FIRST_DAY }], stop));
    await expect(bots.open(FOREX, { side: "buy", price: 1.1, exposure: "0.4000" })).rejects.toThrow(
      "not recorded: moved",
    );
    const [pool] = await test.sql<
      { open: unknown }[]
    >`select open_trade as open from pools where bot_id = ${bots.ids[FOREX]!}`;
    expect(pool!.open).toBeNull();
    await expect(test.sql`delete from entry_stops`).rejects.toThrow();
    expect(await saveEntryStops(test.sql, [{ feed: "simulated", day: FIRST_DAY }], stop)).toBe(false);
  });
});

describe("the trading loop", () => {
  const BARS = 900;
  const SERIES = generateSeries(BARS);

  /** Plays all bars with the limits, with a crash now and then. */
  const play = async (limits: typeof LIMITS): Promise<void> => {
    const { sql, door } = test;
    const mayEnter: EntryGate = ({ botId, feed, config }, order) =>
      decideLimitedEntry(deps(limits), { botId, botName: config.name, feed, market: config.market, ...order });
    for (let position = 0; position < BARS;) {
      const lease = await takeLease(sql, `trader ${position}`, true);
      const replay = manualReplay(SERIES, position);
      const common = { sql, door, now: () => new Date(), log: silentLog, maxPriceAgeMs: 5_000, mayEnter };
      const session = await startSession({ ...common, lease: lease! }, [replay.feed]);
      for (let bar = 0; bar < Math.min(150, BARS - position); bar += 1) {
        await renewLease(sql, lease!);
        await session.advance(0);
        if (bar < 120) await session.checkpoint();
        replay.allow(1);
      }
      if (position + 150 >= BARS) await session.checkpoint();
      position = restoreReplayPlace(await loadFeedState(sql, "replay")).position;
      if (position >= BARS - 30) break;
    }
  };
  it("opens nothing for the rest of a day with the loss, trades on the next, and keeps every opening within its market", async () => {
    test = await startTestApp();
    const names = (await test.visitor().call("GET", "/api/bots")).body as Bot[];
    const investor = await test.funded("9000");
    for (const name of ["Alpha-Forex-01", "Crypto-Whale-07", "Forex-Titan-06"]) {
      expect((await activate(investor, names.find((bot) => bot.name === name)!.id, "1000")).status).toBe(200);
    }
    await play({ maxDailyLoss: 1n, maxMarketExposure: 1_000n });
    const stops = await test.sql<{ day: string }[]>`select day::text from entry_stops order by day`;
    expect(stops.length).toBeGreaterThan(0);
    const late = await test.sql`
      select from bot_trades t join entry_stops s on s.feed = t.feed and s.day = (t.entry_bar_time at time zone 'UTC')::date
      where t.opened_at > s.stopped_at`;
    expect(late).toEqual([]);
    const later = await test.sql`
      select from bot_trades where (entry_bar_time at time zone 'UTC')::date > ${stops[0]!.day}::date limit 1`;
    expect(later).toHaveLength(1);
    expect((await refusals()).map(({ reason }) => reason)).toContain("daily-loss");
    // A tenth of about 3,000, for pools of about 1,000.
    const sizes = await test.sql<{ exposure: string; nav: string }[]>`
      select t.exposure::text, t.nav_before::text as nav from bot_trades t where t.units > 0`;
    expect(sizes.length).toBeGreaterThan(0);
    for (const { exposure, nav } of sizes) expect(Number(exposure) * Number(nav)).toBeLessThan(0.31);
    expect(await test.differences()).toEqual([]);
    await test.close();
  });
});

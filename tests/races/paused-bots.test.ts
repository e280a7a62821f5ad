import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { AuditEvent, Bot, OperatedBot } from "@wazi/contracts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isPaused } from "../../apps/server/src/ledger/pools/store.ts";
import type { Door } from "../../apps/server/src/ledger/door/post.ts";
import type { MarketFeed } from "../../apps/server/src/trader/feeds/market-feed.ts";
import { readSettings } from "../../apps/server/src/start/settings/settings.ts";
import { keepLease, takeLease } from "../../apps/server/src/platform/jobs/store.ts";
import { planFeeds } from "../../apps/server/src/trader/feeds/feed-plan.ts";
import { restoreReplayPlace } from "../../apps/server/src/trader/feeds/replay-feed.ts";
import { runTrader, type Trader } from "../../apps/server/src/trader/loop/run-trader.ts";
import { loadFeedState } from "../../apps/server/src/trader/loop/store.ts";
import { startSession } from "../../apps/server/src/trader/loop/trading-session.ts";
import { generateSeries, manualReplay, writeSeries } from "../harness/generated-replay.ts";
import { activate, deactivate, startTwins, type Twins } from "../harness/money-calls.ts";
import { silentLog } from "../harness/silent-log.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";

const BARS = 3_000;
/** More than are played before a test on a slow machine ends. */
const MANY_BARS = 20_000;
const PATIENCE_MS = 60_000;

/** Waits until the condition is true. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const endsAt = Date.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (Date.now() > endsAt) throw new Error(`waited in vain until ${what}`);
    await sleep(10);
  }
}

describe("a paused bot whose trader runs in another process", () => {
  const folder = mkdtempSync(join(tmpdir(), "wazi-replay-"));
  const env = { MARKET_FEED: `replay:${folder}`, REPLAY_SPEED: "400" };
  let test: TestApp;
  let trader: Trader;
  let botId: string;
  let otherId: string;

  const startTrader = (): Trader => {
    const settings = readSettings({ ...env, DATA_DIR: test.dataDir });
    const holder = `trader ${Math.random()}`;
    const say = (): void => undefined;
    const log = { info: say, warn: say, error: say };
    const wiring = { sql: test.sql, door: test.door, log, now: () => new Date(), plan: planFeeds(settings) };
    return runTrader({
      ...wiring,
      limits: settings.entryLimits,
      settings: settings.marketFeed,
      holder,
      isAloneOnDatabase: true,
    });
  };
  /** Counts the opened trades, including those that have closed. */
  const countOpened = async (id: string): Promise<number> => {
    const [row] = await test.sql<{ opened: number }[]>`
      select (close_sequence + case when open_trade is null then 0 else 1 end)::int as opened from pools where bot_id = ${id}`;
    return row!.opened;
  };
  const isOpen = async (id: string): Promise<boolean> => {
    const rows = await test.sql`select from pools where bot_id = ${id} and open_trade is not null`;
    return rows.length > 0;
  };
  const barsPlayed = async (): Promise<number> => restoreReplayPlace(await loadFeedState(test.sql, "replay")).position;
  const playOn = async (bars: number): Promise<void> => {
    const from = await barsPlayed();
    await until(`${bars} more bars were played`, async () => (await barsPlayed()) >= from + bars);
  };
  const pause = (id: string) => test.admin.call("POST", `/api/admin/bots/${id}/pause`, { reason: "Odd fills" });
  const resume = (id: string) => test.admin.call("POST", `/api/admin/bots/${id}/resume`);

  beforeAll(async () => {
    writeSeries(folder, MANY_BARS);
    test = await startTestApp(undefined, undefined, env);
    const bots = (await test.visitor().call("GET", "/api/bots")).body as Bot[];
    botId = bots.find(({ name }) => name === "Alpha-Forex-01")!.id;
    otherId = bots.find(({ name }) => name === "Crypto-Whale-07")!.id;
    trader = startTrader();
    await trader.ready;
  });
  afterAll(async () => {
    await trader.stop();
    expect(await test.differences()).toEqual([]);
    await test.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("keeps an open trade until it closes, and opens no other until it is resumed, also after a restart", async () => {
    const investor = await test.funded("1000");
    await until("the bot has traded", async () => (await countOpened(botId)) >= 2);
    await until("money could be put in", async () => (await activate(investor, botId, "300")).status === 200);
    await until("it was paused in an open trade", async () => {
      if (!(await isOpen(botId))) return false;
      const { openTrade } = (await pause(botId)).body as OperatedBot;
      if (openTrade === null) await resume(botId);
      return openTrade !== null;
    });
    const opened = await countOpened(botId);
    const others = await countOpened(otherId);
    await until("its trade has closed", async () => !(await isOpen(botId)));
    const [last] = await test.sql<{ reason: string }[]>`
      select reason from bot_trades where bot_id = ${botId} order by sequence desc limit 1`;
    expect(["stop", "target", "signal"]).toContain(last?.reason);
    // When not paused, it opens a trade every thirty bars.
    await playOn(600);
    await trader.stop();
    trader = startTrader();
    await trader.ready;
    await playOn(600);
    expect(await countOpened(botId)).toBe(opened);
    expect(await countOpened(otherId)).toBeGreaterThan(others);
    expect((await resume(botId)).status).toBe(200);
    await until("it trades again", async () => (await countOpened(botId)) > opened + 1);
    await until("one could leave", async () => (await deactivate(investor, botId)).status === 200);
  });
});

describe("an event that was interrupted by a crash", () => {
  /** Bars without an open event, so that one candle can open and close a trade. */
  const barsAlone = (feed: MarketFeed): MarketFeed => ({
    ...feed,
    advance: (nowMs) =>
      feed.advance(nowMs).map((moment) => ({ ...moment, events: moment.events.filter(({ type }) => type !== "open") })),
  });

  it("is completed by the next trader, even when the bot was paused in between", async () => {
    const test = await startTestApp();
    const { sql } = test;
    const series = generateSeries(BARS, 0.05);
    let cutBotId: string | null = null;
    // Stops at the first close of a trade that the same candle has opened.
    const breaking: Door = {
      post(operation) {
        const [trade] = operation.writes?.botTrades ?? [];
        if (trade && trade.entryBarTime.getTime() === trade.barTime.getTime()) {
          cutBotId = trade.botId;
          return Promise.reject(new Error("cut"));
        }
        return test.door.post(operation);
      },
    };
    const play = async (door: Door, bars: number): Promise<void> => {
      const lease = await takeLease(sql, `trader ${Math.random()}`, true);
      const replay = manualReplay(series, restoreReplayPlace(await loadFeedState(sql, "replay")).position);
      const mayEnter = async (bot: { botId: string }) => !(await isPaused(sql, bot.botId));
      const common = { sql, door, now: () => new Date(), log: silentLog, maxPriceAgeMs: 5_000, mayEnter };
      const session = await startSession({ ...common, lease: lease! }, [barsAlone(replay.feed)]);
      await keepLease(sql, lease!, async () => {
        for (let bar = 0; bar < bars; bar += 1) {
          await session.advance(0);
          if (bar % 50 === 0) await session.checkpoint();
          replay.allow(1);
        }
        await session.checkpoint();
      });
    };
    await expect(play(breaking, BARS)).rejects.toThrow("cut");
    const [cut] = await sql<{ opening: string }[]>`
      select open_trade ->> 'id' as opening from pools where bot_id = ${cutBotId}`;
    const paused = await test.admin.call("POST", `/api/admin/bots/${cutBotId ?? ""}/pause`, { reason: "A crash" });
    expect((paused.body as OperatedBot).openTrade).not.toBeNull();
    await play(test.door, 300);
    const [pool] = await sql<{ open_trade: unknown }[]>`select open_trade from pools where bot_id = ${cutBotId}`;
    expect(pool?.open_trade).toBeNull();
    const trades = await sql<{ opening_id: string }[]>`
      select opening_id from bot_trades where bot_id = ${cutBotId} order by sequence desc limit 1`;
    expect(trades[0]?.opening_id).toBe(cut?.opening);
    expect(await test.differences()).toEqual([]);
    await test.close();
  });
});

describe("two administrators at once, through two processes", () => {
  let twins: Twins;
  beforeAll(async () => {
    twins = await startTwins();
  });
  afterAll(() => twins.close());

  it("pause a bot once and resume it once, each with one row in the audit log", async () => {
    const admins = twins.both(twins.one.admin);
    const [bot] = (await admins[0].call("GET", "/api/bots")).body as Bot[];
    for (const [verb, action] of [
      ["pause", "bot.pause"],
      ["resume", "bot.resume"],
    ] as const) {
      const body = verb === "pause" ? { reason: "Both of us saw it" } : undefined;
      const answers = await Promise.all(
        [0, 1, 2, 3].map((each) => admins[each % 2]!.call("POST", `/api/admin/bots/${bot!.id}/${verb}`, body)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      const rows = await admins[0].call("GET", `/api/admin/audit?action=${action}&subjectId=${bot!.id}`);
      expect((rows.body as { items: AuditEvent[] }).items).toHaveLength(1);
    }
  });
});

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createBotState, formatScaled, stepBot, toScaled } from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renewLease, takeLease } from "../../apps/server/src/platform/jobs/store.ts";
import {
  createReplayFeed,
  loadReplayFolder,
  restoreReplayPlace,
} from "../../apps/server/src/trader/feeds/replay-feed.ts";
import { loadFeedState, readPools } from "../../apps/server/src/trader/loop/store.ts";
import { chooseInstruments, selectEvents } from "../../apps/server/src/trader/loop/trading-bot.ts";
import { startSession } from "../../apps/server/src/trader/loop/trading-session.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";

const FOLDER = fileURLToPath(new URL("../../../shared/market-data/replay", import.meta.url));
const MISSING = existsSync(FOLDER) ? "" : ` (skipped: ${FOLDER} is not there)`;
const BARS = 700;
const RENEW_EVERY_BARS = 5;

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(async () => {
  await test.close();
});

/** Read once, because every restart uses the same series. */
const loaded = MISSING === "" ? loadReplayFolder(FOLDER).series : [];

/** A replay that plays a given number of bars. */
function createManualReplay(position: number) {
  let clock = 0;
  const place = { position, record: 0, recordStart: 0 };
  const feed = createReplayFeed(loaded, { place, barsPerSecond: 1, loops: false, clockMs: () => clock });
  // The first bar is due at once, then one per second.
  return { feed, allow: (bars: number) => (clock += bars * 1_000) };
}

const session = { now: () => new Date(), maxPriceAgeMs: 5_000, log: console, mayEnter: () => true };

interface TradeKey {
  bot: string;
  symbol: string;
  side: string;
  entryPrice: string;
  exitPrice: string;
  financing: string;
  barTime: number;
  reason: string;
}

/** The trades of the pure trading core on the same bars, without restarts. */
function computeExpectedTrades(bars: number): TradeKey[] {
  const { feed, allow } = createManualReplay(0);
  allow(bars - 1);
  const moments = feed.advance(0);
  while (moments.length < bars) {
    allow(bars);
    moments.push(...feed.advance(0));
  }
  const names = [
    "Alpha-Forex-01",
    "Crypto-Whale-07",
    "Stock-Titan-05",
    "Index-Pro-04",
    "Gold-Trader-02",
    "Crypto-Scalper-03",
    "Forex-Titan-06",
    "Stock-Dividend-08",
  ];
  return names.flatMap((name) => {
    const { config } = chooseInstruments(name, feed.symbols);
    let state = createBotState(config);
    const trades: TradeKey[] = [];
    for (const moment of moments.slice(0, bars)) {
      const events = selectEvents({ config, state }, moment.events);
      for (const event of events) {
        const stepped = stepBot(config, state, event);
        state = stepped.state;
        for (const effect of stepped.effects) {
          if (effect.type !== "trade-closed") continue;
          const { symbol, side, entryPrice, exitPrice, barTime, reason } = effect;
          const financing = formatScaled(toScaled(effect.financing));
          trades.push({ bot: name, symbol, side, entryPrice, exitPrice, financing, barTime, reason });
        }
      }
    }
    return trades;
  });
}

describe("the trading loop with real prices", () => {
  it.skipIf(MISSING !== "")(
    `makes the trades of the pure core, with any number of stops and crashes${MISSING}`,
    { timeout: 300_000 },
    async () => {
      const { sql, door } = test;
      let played = 0;
      let seed = 7;
      const random = (below: number): number => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        return seed % below;
      };
      let restarts = 0;
      while (played < BARS) {
        const lease = await takeLease(sql, `trader-${restarts}`, true);
        if (!lease) throw new Error("no lease");
        const position = restoreReplayPlace(await loadFeedState(sql, "replay")).position;
        const { feed, allow } = createManualReplay(position);
        const trading = await startSession({ ...session, sql, door, lease }, [feed]);
        const bars = Math.min(1 + random(60), BARS - position);
        for (let bar = 0; bar < bars; bar += 1) {
          // On a busy machine a session outlasts a lease.
          if (bar % RENEW_EVERY_BARS === 0) await renewLease(sql, lease);
          if (bar > 0) allow(1);
          await trading.advance(0);
          // Sometimes it saves its position. Later bars are lost in the crash and played again.
          if (random(4) === 0) await trading.checkpoint();
        }
        if (random(2) === 0 || position + bars >= BARS) await trading.checkpoint();
        played = restoreReplayPlace(await loadFeedState(sql, "replay")).position;
        restarts += 1;
      }
      const rows = await sql<
        (Pick<TradeKey, "bot" | "symbol" | "side" | "financing" | "reason"> & {
          entry: string;
          exit: string;
          bar_time: Date;
        })[]
      >`
      select b.name as bot, t.symbol, t.side, t.entry_price::text as entry, t.exit_price::text as exit,
        t.financing::text, t.bar_time, t.reason
      from bot_trades t join trading_bots b on b.id = t.bot_id order by b.place, t.sequence`;
      const recorded = rows.map(({ entry, exit, bar_time, ...trade }): TradeKey => {
        return { ...trade, entryPrice: entry, exitPrice: exit, barTime: bar_time.getTime() };
      });
      expect(restarts).toBeGreaterThan(15);
      expect(recorded.length).toBeGreaterThan(60);
      expect(recorded).toEqual(computeExpectedTrades(BARS));
      // Financing too is charged once for each night, whatever is played again.
      expect(recorded.filter(({ financing }) => Number(financing) !== 0).length).toBeGreaterThan(20);
      expect(await test.differences()).toEqual([]);
    },
  );

  it.skipIf(MISSING !== "")(`does not let a trader without the lease record trades${MISSING}`, async () => {
    const { sql, door } = test;
    const old = await takeLease(sql, "old", true);
    if (!old) throw new Error("no lease");
    const { feed, allow } = createManualReplay(restoreReplayPlace(await loadFeedState(sql, "replay")).position);
    const trading = await startSession({ ...session, sql, door, lease: old }, [feed]);
    await takeLease(sql, "new", true);
    const before = (await readPools(sql)).map(({ version }) => version);
    const playOn = async (): Promise<void> => {
      for (let bar = 0; bar < 200; bar += 1) {
        await trading.advance(0);
        allow(1);
      }
    };
    await expect(playOn()).rejects.toThrow(/was not recorded: moved/);
    expect((await readPools(sql)).map(({ version }) => version)).toEqual(before);
  });
});

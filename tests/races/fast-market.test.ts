import { MINUTE_MS, type MarketPrice } from "@wazi/contracts";
import { createBotState, fundSymbols, simulatedSymbols, stepBot, type BotState } from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadEngines, loadFeedState, readPools } from "../../apps/server/src/trader/loop/store.ts";
import {
  createSimulatedFeed,
  restoreSimulation,
  startSimulation,
} from "../../apps/server/src/trader/feeds/simulated-feed.ts";
import { removeOldCandles } from "../../apps/server/src/trader/feeds/store.ts";
import { takeLease } from "../../apps/server/src/platform/jobs/store.ts";
import { chooseInstruments, selectEvents } from "../../apps/server/src/trader/loop/trading-bot.ts";
import { startSession } from "../../apps/server/src/trader/loop/trading-session.ts";
import { silentLog } from "../harness/silent-log.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";

const SPEED = 600;
const SECONDS = 60;
const START = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const symbols = simulatedSymbols.map(({ symbol }) => symbol);

interface PlayedTrade {
  bot: string;
  symbol: string;
  entryPrice: string;
  exitPrice: string;
  barTime: number;
}

type Saved = Awaited<ReturnType<typeof startSimulation>>["saved"];

/** The trades and the last states of the pure trading core on the same market, without restarts. */
function playCore(saved: Saved, names: readonly string[]): { trades: PlayedTrade[]; states: Map<string, BotState> } {
  const feed = createSimulatedFeed(saved, { speed: SPEED, nowMs: START });
  const moments = Array.from({ length: SECONDS }, (_, second) => feed.advance(START + (second + 1) * 1_000)).flat();
  const trades: PlayedTrade[] = [];
  const states = new Map<string, BotState>();
  for (const name of names) {
    const { config } = chooseInstruments(name, feed.symbols);
    let state = createBotState(config);
    for (const event of selectEvents(
      { config, state },
      moments.flatMap(({ events }) => events),
    )) {
      const stepped = stepBot(config, state, event);
      state = stepped.state;
      for (const effect of stepped.effects) {
        if (effect.type !== "trade-closed") continue;
        const { symbol, entryPrice, exitPrice, barTime } = effect;
        trades.push({ bot: name, symbol, entryPrice, exitPrice, barTime });
      }
    }
    states.set(name, state);
  }
  return { trades, states };
}

describe("a simulated market that is faster than the clock", () => {
  let test: TestApp;
  let saved: Saved;
  beforeAll(async () => {
    test = await startTestApp(undefined, undefined, { SIMULATED_SPEED: String(SPEED) });
    saved = (await startSimulation(symbols, "fast market", START)).saved;
  });
  afterAll(async () => {
    await test.close();
  });

  /** Plays some seconds, as one run of the trader. Without a checkpoint at its end it is a crash. */
  const run = async (from: Saved, nowMs: number, seconds: number, isClean: boolean): Promise<void> => {
    const { sql, door } = test;
    const lease = (await takeLease(sql, `trader ${nowMs}`, true))!;
    const feed = createSimulatedFeed(from, { speed: SPEED, nowMs });
    const deps = {
      sql,
      door,
      lease,
      log: silentLog,
      now: () => new Date(),
      maxPriceAgeMs: 5_000,
      mayEnter: () => true,
    };
    const session = await startSession(deps, [feed]);
    await session.checkpoint();
    for (let second = 1; second <= seconds; second += 1) {
      await session.advance(nowMs + second * 1_000);
      // Half of the time the position is saved in the middle, so that a crash loses some seconds and not all.
      if (second === Math.floor(seconds / 2)) await session.checkpoint();
    }
    if (isClean) await session.checkpoint();
  };
  const restore = async (): Promise<Saved> =>
    restoreSimulation(JSON.parse(JSON.stringify(await loadFeedState(test.sql, "simulated"))), symbols)!;

  it("makes the trades of the pure core, with stops, crashes and a long downtime", async () => {
    const pools = await readPools(test.sql);
    const { trades, states } = playCore(
      saved,
      pools.map(({ name }) => name),
    );
    await run(saved, START, 20, true);
    // A day later, and then a crash after ten of twenty seconds.
    await run(await restore(), START + 86_400_000, 20, false);
    await run(await restore(), START + 90_000_000, SECONDS - 30, true);
    const recorded = await test.sql<(Omit<PlayedTrade, "barTime"> & { barTime: Date })[]>`
      select b.name as bot, t.symbol, trim_scale(t.entry_price)::text as "entryPrice",
        trim_scale(t.exit_price)::text as "exitPrice", t.bar_time as "barTime"
      from bot_trades t join trading_bots b on b.id = t.bot_id order by b.place, t.sequence`;
    const trim = (price: string) => price.replace(/\.?0+$/, "");
    expect(recorded.map((trade) => ({ ...trade, barTime: trade.barTime.getTime() }))).toEqual(
      trades.map((trade) => ({ ...trade, entryPrice: trim(trade.entryPrice), exitPrice: trim(trade.exitPrice) })),
    );
    const engines = await loadEngines(test.sql);
    for (const { botId, name } of pools)
      expect(engines.get(botId), name).toEqual(JSON.parse(JSON.stringify(states.get(name))));
    expect(await test.differences()).toEqual([]);
  });

  it("has prices that are fresh by the clock, of bars ahead of it, and says its speed", async () => {
    const prices = (await test.visitor().call("GET", "/api/market/prices")).body as MarketPrice[];
    // The funds of the core portfolios are in no list of prices.
    expect(prices).toHaveLength(symbols.length - fundSymbols.length);
    for (const { pricedAt, barTime } of prices) {
      expect(Math.abs(Date.now() - Date.parse(pricedAt))).toBeLessThan(120_000);
      expect(barTime).toBe(new Date(START + SECONDS * SPEED * 1_000).toISOString());
    }
    const settings = (await test.visitor().call("GET", "/api/public/settings")).body as { simulatedSpeed: number };
    expect(settings.simulatedSpeed).toBe(SPEED);
  });

  it("lists trades with the clock's time and the bar's own", async () => {
    const late = await test.sql<{ id: string }[]>`
      select bot_id as id from bot_trades where bar_time > executed_at + interval '1 hour' limit 1`;
    for (const { id } of late) {
      const page = await test.visitor().call("GET", `/api/bots/${id}/trades?limit=1`);
      const [trade] = (page.body as { items: { executedAt: string; barTime: string; exitBarTime: string }[] }).items;
      expect(trade!.barTime).toBe(trade!.exitBarTime);
      expect(Date.parse(trade!.barTime)).toBeGreaterThan(Date.parse(trade!.executedAt) + 600_000);
    }
  });

  it("keeps minute candles for two days of its own time", async () => {
    const count = async () =>
      (await test.sql<{ count: number }[]>`select count(*)::int as count from candles where interval = '1m'`)[0]!.count;
    const before = await count();
    await removeOldCandles(test.sql);
    expect(await count()).toBe(before);
    const [{ last }] = (await test.sql<
      { last: Date }[]
    >`select max(bar_time) as last from candles where interval = '1m'`) as [{ last: Date }];
    const next = new Date(last.getTime() + 3 * 86_400_000);
    await test.sql`
      insert into candles (symbol, interval, bar_time, feed, open, high, low, close, volume)
      values ('GOLD', '1m', ${next}, 'simulated', 1, 1, 1, 1, 1)`;
    await removeOldCandles(test.sql);
    expect(await count()).toBe(1);
  });
});

import { HOUR_MS, MINUTE_MS } from "@wazi/contracts";
import { computeEntryPrice, getSymbolCosts, restoreBotState, type BotState } from "@wazi/trading";
import { afterAll, beforeAll, expect, it } from "vitest";
import { acceptClock, isClockAccepted } from "../../apps/server/src/platform/clock/store.ts";
import { readTraderState } from "../../apps/server/src/trader/health/store.ts";
import { findTraderProblem } from "../../apps/server/src/trader/health/trader-health.ts";
import { type Lease, releaseLease, renewLease, takeLease } from "../../apps/server/src/platform/jobs/store.ts";
import { readOperations } from "../../apps/server/src/office/operations/read-operations.ts";
import { readSettings } from "../../apps/server/src/start/settings/settings.ts";
import { loadEngines, loadFeedState, readPool, readPools } from "../../apps/server/src/trader/loop/store.ts";
import { createLiveFeed, restoreLiveFeed } from "../../apps/server/src/trader/feeds/live-feed.ts";
import { listFeedSymbols, type FeedPlan } from "../../apps/server/src/trader/feeds/feed-plan.ts";
import type { PriceSource } from "../../apps/server/src/trader/feeds/price-source.ts";
import { recordEffects } from "../../apps/server/src/trader/loop/record-trade.ts";
import { runTrader } from "../../apps/server/src/trader/loop/run-trader.ts";
import { chooseInstruments } from "../../apps/server/src/trader/loop/trading-bot.ts";
import { railChecks } from "../../apps/server/src/bank/rail-checks/rail-checks.ts";
import { startSession, type TradingSession } from "../../apps/server/src/trader/loop/trading-session.ts";
import { silentLog } from "../harness/silent-log.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { eventually } from "../harness/wazi-process.ts";

const BOT = "Crypto-Whale-07";
const SYMBOL = "BTC/USD";
const symbols = ["BTC/USD", "ETH/USD"].map((symbol) => ({ market: "crypto" as const, symbol }));
const plan: FeedPlan = { live: symbols, replayed: [], simulated: [], simulatedSpeed: 1, skippedFiles: [] };
const ignore = (): void => undefined;
const names = symbols.map(({ symbol }) => symbol);

let test: TestApp;
let botId: string;
let nowMs: number;
/** The price that the source gives next, at the clock's time. */
let price = 64_000;

const source: PriceSource = {
  name: "scripted",
  symbols,
  pollEveryMs: 1_000,
  poll: () =>
    Promise.resolve({ prices: names.map((symbol) => ({ symbol, price, time: null, dayBefore: null })), issues: [] }),
};

beforeAll(async () => {
  test = await startTestApp();
  botId = (await readPools(test.sql)).find(({ name }) => name === BOT)?.botId ?? "";
});
afterAll(() => test.close());

async function startLive(lease: Lease): Promise<TradingSession> {
  const { sql, door } = test;
  const deps = { sql, door, lease, now: () => new Date(nowMs), log: silentLog, maxPriceAgeMs: 5_000 };
  const saved = restoreLiveFeed(await loadFeedState(sql, "live"), names);
  const feed = createLiveFeed(source, { saved, log: silentLog, clockMs: () => nowMs });
  return startSession({ ...deps, mayEnter: () => true }, [feed]);
}

/** Plays the next minute: a poll begins, its prices arrive, and the bar of the minute before closes. */
async function playMinute(session: TradingSession): Promise<void> {
  nowMs += MINUTE_MS;
  await session.advance(nowMs);
  await new Promise(setImmediate);
  await session.advance(nowMs);
}

async function readState(): Promise<BotState> {
  const { config } = chooseInstruments(BOT, listFeedSymbols(plan));
  const restored = restoreBotState(config, (await loadEngines(test.sql)).get(botId));
  if (!restored.ok) throw new Error("the bot's state cannot be read");
  return restored.state;
}

/** Opens a trade of the bot in its last bar, as its strategy would. */
async function openTrade(lease: Lease): Promise<void> {
  const { sql, door } = test;
  await renewLease(sql, lease);
  const state = await readState();
  const { barTime, barSequence } = state.symbols[SYMBOL]!;
  const costs = getSymbolCosts("crypto", SYMBOL);
  const opened = {
    ...{ symbol: SYMBOL, side: "buy" as const, exposure: "0.5", baseNav: state.nav, midPrice: price, costs },
    entryPrice: computeEntryPrice("buy", price, costs),
    ...{ stopPrice: price / 2, targetPrice: null, decidedBarTime: barTime, barTime, barSequence },
    ...{ dividends: "0", lastDividend: null, financing: "0", financedUntil: barTime },
  };
  const acting = { botId, feed: "live" as const, before: state, engine: { ...state, openTrades: [opened] } };
  const deps = { sql, door, lease, now: () => new Date(nowMs) };
  await recordEffects(deps, acting, [{ type: "trade-opened", ...opened }]);
}

const readWait = async (): Promise<number> => {
  const { waitsUntil } = await readTraderState(test.sql);
  return waitsUntil === null ? 0 : Math.round((waitsUntil.getTime() - Date.now()) / MINUTE_MS);
};

it("says how long trading waits after the clock was set back, and trades at once when that is accepted", async () => {
  const { sql, door } = test;
  nowMs = Date.now() - (Date.now() % MINUTE_MS) + HOUR_MS;
  const ahead = (await takeLease(sql, "ahead", true))!;
  const early = await startLive(ahead);
  for (let minute = 0; minute < 4; minute += 1) await playMinute(early);
  await early.checkpoint();
  await openTrade(ahead);
  expect(await readWait()).toBeGreaterThan(55);

  // The clock is set back and the trader starts again: prices are of now, and no bar ends before the clock has caught up.
  nowMs = Date.now();
  const last = (await readState()).symbols[SYMBOL]!.barTime;
  const waiting = await startLive(ahead);
  price = 65_000;
  for (let minute = 0; minute < 3; minute += 1) await playMinute(waiting);
  await waiting.checkpoint();
  expect((await readState()).symbols[SYMBOL]!.barTime).toBe(last);
  expect(await readWait()).toBeGreaterThan(55);
  expect(findTraderProblem(await readTraderState(sql))).toMatch(/^The clock was set back\. Trading waits until/);
  const operations = await readOperations({
    ...{ sql, now: () => new Date(), feedOf: () => "live", mailTransport: "folder" },
    instrumentsOf: () => names.map((symbol) => ({ market: "crypto", symbol, feed: "live" })),
    furtherChecks: railChecks,
  });
  expect(Date.parse(operations.tradingWaitsUntil ?? "")).toBeGreaterThan(Date.now() + 55 * MINUTE_MS);

  await acceptClock(sql);
  // The session that trades has lost its lease.
  expect(await renewLease(sql, ahead)).toBe(false);
  const trader = runTrader({
    ...{
      sql,
      door,
      log: { info: ignore, warn: ignore, error: ignore },
      now: () => new Date(),
      plan,
      source,
      holder: "new",
      isAloneOnDatabase: false,
    },
    settings: { kind: "live", live: { provider: "ccxt", exchange: "kraken", url: undefined } },
    limits: readSettings({}).entryLimits,
  });
  await eventually(async () => !(await isClockAccepted(sql)));
  await trader.ready;
  await trader.stop();
  expect(await readWait()).toBe(0);
  expect(Object.values((await readState()).symbols).every(({ barTime }) => barTime <= Date.now())).toBe(true);
  expect(await sql`select from candles where bar_time > clock_timestamp()`).toEqual([]);
  // Its trade is closed at the last price that its bars had.
  expect((await readPool(sql, botId)).openTrades).toEqual([]);
  const trades = await sql`select reason, nav_after < 1 as "isLoss" from bot_trades where bot_id = ${botId}`;
  expect(trades).toEqual([{ reason: "series-break", isLoss: true }]);

  // From here on it gets bars again.
  nowMs = Date.now();
  const again = (await takeLease(sql, "again", true))!;
  const session = await startLive(again);
  for (let minute = 0; minute < 3; minute += 1) await playMinute(session);
  await session.checkpoint();
  expect((await readState()).symbols[SYMBOL]!.barTime).toBeGreaterThan(Date.now() - 2 * MINUTE_MS);
  await releaseLease(sql, again);
});

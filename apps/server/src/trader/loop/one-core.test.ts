import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { divideDown, formatNav, nav, ONE_NAV, parseNav } from "@wazi/domain";
import { intervalMs, SCALE, toScaled, type Candle } from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  fakeCredentials,
  FAKE_EXCHANGE,
  startFakeExchange,
  TICKERS_PATH,
  type FakeExchange,
} from "../../../../../tests/harness/fake-exchange.ts";
import { manualReplay } from "../../../../../tests/harness/generated-replay.ts";
import { silentLog } from "../../../../../tests/harness/silent-log.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { createCcxtBroker } from "../venue/ccxt-broker.ts";
import { runBacktestCommand } from "../../../../../lab/commands/backtest/run-command.ts";
import { createSeededRandom } from "../../../../../lab/commands/seeding/seeded-random.ts";
import { createLiveFeed, EMPTY_LIVE_FEED } from "../feeds/live-feed.ts";
import { saveCandles } from "../feeds/store.ts";
import type { ClosedCandle, MarketFeed } from "../feeds/market-feed.ts";
import type { PriceSource } from "../feeds/price-source.ts";
import { loadReplayFolder } from "../feeds/replay-feed.ts";
import { type Lease, renewLease, takeLease } from "../../platform/jobs/store.ts";
import { startSession, type TradingSession } from "./trading-session.ts";
import { createVenueSync } from "../venue/venue-sync.ts";

/**
 * One file of one-minute bars, traded in three ways: by `npm run backtest -- --bot`, by the trader on a replay, and by the
 * trader on the prices of a simulated exchange, which also gets the orders. The trades must be the same.
 */
const BOT = "Crypto-Scalper-03";
const VENUE_SYMBOL = "BTCUSDT";
/** The bot decides on hourly bars. The trader has stored these hours when it starts, as the feed stores them. */
const STORED_HOURS = 28;
const HOURS = 44;
const BARS = HOURS * 60;
const MINUTE_MS = intervalMs["1m"];
const HOUR_MS = intervalMs["1h"];
/** The trader starts about now. */
const START = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - STORED_HOURS * HOUR_MS;
/** Bars that a replay plays at once. */
const BARS_AT_ONCE = 400;
/** Long enough for a busy machine. */
const TIMEOUT_MS = 180_000;

/**
 * A rise, then waves of eight hours, then a steep rise: short averages cross, and trades end at stops and targets. Every
 * minute has one price, with one decimal place as at the exchange, and a jump to the next.
 */
function makeCandles(): Candle[] {
  const random = createSeededRandom(1);
  return Array.from({ length: BARS }, (_, bar) => {
    const hour = bar / 60;
    const later = hour - 24;
    const wave = 0.02 * Math.sin((Math.min(later, 14) / 8) * 2 * Math.PI) + 0.01 * Math.max(0, later - 14);
    const level = hour < 24 ? 1 + hour * 0.0005 : 1.012 + wave;
    const price = Number((64_000 * level * (1 + (random.next() - 0.5) * 0.001)).toFixed(1));
    return { time: START + bar * MINUTE_MS, open: price, high: price, low: price, close: price, volume: 0 };
  });
}

interface Trade {
  readonly symbol: string;
  readonly side: string;
  readonly entryBarTime: string;
  readonly barTime: string;
  readonly entryPrice: string;
  readonly exitPrice: string;
  readonly reason: string;
  /** The bot's nav after the trade, from 1: the product of the factors, rounded down each time. */
  readonly nav: string;
}

let folder = "";
const candles = makeCandles();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wazi-one-core-"));
  const rows = candles.map(({ time, open, high, low, close }) => {
    return [new Date(time).toISOString().slice(0, 19).replace("T", " "), open, high, low, close, 0].join(",");
  });
  writeFileSync(join(folder, "crypto_BTCUSD_1m.csv"), ["time,open,high,low,close,volume", ...rows, ""].join("\n"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

type PrintedTrade = Omit<Trade, "nav"> & { readonly factor: string };

async function tradeByCommand(): Promise<Trade[]> {
  let printed = "";
  const output = { out: (text: string) => (printed += text), err: () => undefined };
  const args = ["--bot", BOT, "--data", folder, "--json"];
  expect(await runBacktestCommand(args, output, { program: undefined, count: 1 })).toBe(0);
  const { trades } = JSON.parse(printed) as { trades: PrintedTrade[] };
  let worth: bigint = ONE_NAV;
  return trades
    .filter(({ reason }) => reason !== "series-break")
    .map(({ symbol, side, entryBarTime, barTime, entryPrice, exitPrice, reason, factor }) => {
      worth = divideDown(worth * toScaled(factor), SCALE);
      return { symbol, side, entryBarTime, barTime, entryPrice, exitPrice, reason, nav: formatNav(nav(worth)) };
    });
}

async function readRecordedTrades({ sql }: TestApp): Promise<Trade[]> {
  const rows = await sql<(Omit<Trade, "entryBarTime" | "barTime"> & { entryBarTime: Date; barTime: Date })[]>`
    select t.symbol, t.side, t.entry_bar_time as "entryBarTime", t.bar_time as "barTime", t.entry_price::text as "entryPrice",
      t.exit_price::text as "exitPrice", t.reason, t.nav_after::text as nav
    from bot_trades t join trading_bots b on b.id = t.bot_id where b.name = ${BOT} order by t.sequence`;
  return rows.map(({ entryBarTime, barTime, nav: after, ...trade }) => {
    const times = { entryBarTime: entryBarTime.toISOString(), barTime: barTime.toISOString() };
    return { ...trade, ...times, nav: formatNav(parseNav(after)) };
  });
}

interface RunningTrader {
  readonly session: TradingSession;
  readonly lease: Lease;
}

async function startTrader({ sql, door }: TestApp, feed: MarketFeed, now: () => Date): Promise<RunningTrader> {
  const lease = await takeLease(sql, "one-core", true);
  if (!lease) throw new Error("no lease");
  const deps = { sql, door, lease, now, log: silentLog, maxPriceAgeMs: 5_000, mayEnter: () => true };
  return { session: await startSession(deps, [feed]), lease };
}

async function tradeOnReplay(): Promise<Trade[]> {
  const test = await startTestApp();
  const replay = manualReplay(loadReplayFolder(folder).series, 0);
  const { session, lease } = await startTrader(test, replay.feed, () => new Date());
  // The first bar is due at once.
  for (let played = 1; played < BARS; played += BARS_AT_ONCE) {
    replay.allow(Math.min(BARS_AT_ONCE, BARS - played));
    await renewLease(test.sql, lease);
    await session.advance(0);
  }
  const trades = await readRecordedTrades(test);
  await test.close();
  return trades;
}

/** The stored hours as the live feed would have saved them. */
function joinHours(): ClosedCandle[] {
  return Array.from({ length: STORED_HOURS }, (_, hour) => {
    const minutes = candles.slice(hour * 60, hour * 60 + 60);
    const [first, last] = [minutes[0]!, minutes.at(-1)!];
    const high = Math.max(...minutes.map((each) => each.high));
    const low = Math.min(...minutes.map((each) => each.low));
    return { symbol: "BTC/USD", interval: "1h", candle: { ...first, high, low, close: last.close } };
  });
}

interface ExchangeRun {
  readonly trades: Trade[];
  /** After each change: the side of the bot's open trade, and that of the position at the exchange. */
  readonly sides: readonly (readonly [string, string])[];
  readonly orders: number;
}

async function tradeAtExchange(exchange: FakeExchange): Promise<ExchangeRun> {
  const test = await startTestApp();
  await invest(test);
  await saveCandles(test.sql, "live", joinHours());
  let nowMs = START + STORED_HOURS * HOUR_MS;
  const now = (): Date => new Date(nowMs);
  exchange.clock.nowMs = () => nowMs;
  const { source, arrived } = watchPolls(createTickerSource(exchange.url));
  const feed = createLiveFeed(source, { saved: EMPTY_LIVE_FEED, log: silentLog, clockMs: () => nowMs });
  const { session, lease } = await startTrader(test, feed, now);
  const settings = { kind: "ccxt", exchange: FAKE_EXCHANGE, url: exchange.url, credentials: fakeCredentials } as const;
  const broker = createCcxtBroker(settings, { now: () => new Date() });
  const venue = createVenueSync({ sql: test.sql, broker, lease, log: silentLog, now: () => new Date() });
  const sides: [string, string][] = [];
  const last = candles.at(-1)!;
  // A bar closes with the first price after it.
  for (const { time, close } of [...candles.slice(STORED_HOURS * 60), { ...last, time: last.time + MINUTE_MS }]) {
    await renewLease(test.sql, lease);
    nowMs = time + 1_000;
    exchange.prices.set(VENUE_SYMBOL, String(close));
    await session.advance(nowMs);
    await arrived();
    await session.advance(nowMs);
    const side = await readOpenSide(test);
    if (side === sides.at(-1)?.[0]) continue;
    await venue.sync();
    sides.push([side, sideOf((await broker.positions()).get("BTC/USD"))]);
  }
  const trades = await readRecordedTrades(test);
  expect(await test.differences()).toEqual([]);
  await test.close();
  return { trades, sides, orders: exchange.orders.length };
}

/** Reads the exchange's ticker without the waits that ccxt makes between two calls: the test asks hundreds of times. */
function createTickerSource(url: string): PriceSource {
  return {
    name: "ticker",
    symbols: [{ market: "crypto", symbol: "BTC/USD" }],
    pollEveryMs: 1_000,
    poll: async () => {
      const answer = await fetch(`${url}${TICKERS_PATH}`);
      const tickers = (await answer.json()) as { symbol: string; lastPrice: string; closeTime: number }[];
      const { lastPrice, closeTime } = tickers.find(({ symbol }) => symbol === VENUE_SYMBOL)!;
      return {
        prices: [{ symbol: "BTC/USD", price: Number(lastPrice), time: closeTime, dayBefore: null }],
        issues: [],
      };
    },
  };
}

/** Tells when the poll that is under way has answered. */
function watchPolls(source: PriceSource): { source: PriceSource; arrived: () => Promise<void> } {
  let latest: Promise<unknown> = Promise.resolve();
  const poll: PriceSource["poll"] = () => {
    const polled = source.poll();
    latest = polled;
    return polled;
  };
  return {
    source: { ...source, poll },
    async arrived() {
      await latest;
      await new Promise(setImmediate);
    },
  };
}

/** Money in the bot, so that its trades are orders at the exchange. */
async function invest(test: TestApp): Promise<void> {
  const investor = await test.funded("100000.00");
  const bots = (await investor.call("GET", "/api/bots")).body as { id: string; name: string }[];
  const botId = bots.find(({ name }) => name === BOT)?.id;
  const activated = await investor.call("POST", "/api/user/bots/activate", { botId, allocatedAmount: "100000" });
  expect(activated.status, activated.text).toBe(200);
}

async function readOpenSide({ sql }: TestApp): Promise<string> {
  const [row] = await sql<{ side: string | null }[]>`
    select p.open_trade ->> 'side' as side from pools p join trading_bots b on b.id = p.bot_id where b.name = ${BOT}`;
  return row?.side ?? "none";
}

function sideOf(quantity = "0"): string {
  const scaled = toScaled(quantity);
  return scaled === 0n ? "none" : scaled > 0n ? "buy" : "sell";
}

describe("one trading core", () => {
  let expected: Trade[] = [];
  beforeAll(async () => {
    expected = await tradeByCommand();
  });

  it("has trades of both sides to compare", () => {
    expect(expected.length).toBeGreaterThan(3);
    expect(new Set(expected.map(({ side }) => side))).toEqual(new Set(["buy", "sell"]));
    expect(new Set(expected.map(({ reason }) => reason)).size).toBeGreaterThan(1);
  });

  it("makes the same trades in a backtest and on a replay", { timeout: TIMEOUT_MS }, async () => {
    expect(await tradeOnReplay()).toEqual(expected);
  });

  it("makes the same trades in a backtest and at an exchange, with its orders", { timeout: TIMEOUT_MS }, async () => {
    const exchange = await startFakeExchange();
    const { trades, sides, orders } = await tradeAtExchange(exchange);
    await exchange.close();
    expect(trades).toEqual(expected);
    expect(sides.filter(([bot, position]) => bot !== position)).toEqual([]);
    expect(orders).toBeGreaterThan(expected.length);
  });
});

import { botCatalogue, type BotState, buildBotConfig, createBotState, type TradeClosed } from "@wazi/trading";
import { DAY_MS } from "@wazi/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accountOf, activate, botsOf, deactivate, toCents } from "../../../../../tests/harness/money-calls.ts";
import { type ScriptedBots, startScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { buildClosing, buildOpening } from "../../../../../tests/harness/scripted-trades.ts";
import { silentLog } from "../../../../../tests/harness/silent-log.ts";
import { startTestApp, type TestApp, type TestClient } from "../../../../../tests/harness/test-app.ts";
import { storeLedgerDays } from "../../ledger/days/store-ledger-days.ts";
import { compareBooks } from "../../ledger/reconciliation/compare-books.ts";
import { reconcile } from "../../ledger/reconciliation/run-reconciliation.ts";
import type { MarketFeed, Moment } from "../feeds/market-feed.ts";
import { playMoment } from "./play-moment.ts";
import { recordEffects } from "./record-trade.ts";
import { saveOpenTradeMarks } from "./save-marks.ts";
import { settlePositions } from "./settle-positions.ts";
import { readPool } from "./store.ts";
import type { TradingBot } from "./trading-bot.ts";

/** A pool with trades in two symbols: no money is gained by when somebody joins or leaves. */
const FOREX = 0;
const EURO = "EUR/USD";
const POUND = "GBP/USD";
const MAX_PRICE_AGE_MS = 5_000;
const MINUTE_MS = 60_000;
const further = { names: [], find: () => Promise.resolve([]) };

let test: TestApp;
let bots: ScriptedBots;
let botId: string;
let bar = 0;

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
  botId = bots.ids[FOREX]!;
  // From here on the books are also compared from a checkpoint.
  await reconcile({ sql: test.sql, now: () => new Date(), further });
});
afterAll(async () => {
  const tomorrow = (): Date => new Date(Date.now() + 2 * DAY_MS);
  await storeLedgerDays({ sql: test.sql, now: tomorrow });
  expect(await test.differences()).toEqual([]);
  const compared = await compareBooks(test.sql, { further, totalMs: 60_000, now: () => new Date() });
  expect(compared).toMatchObject({ differences: [], since: expect.any(Date) as Date });
  await test.close();
});

const config = buildBotConfig(botCatalogue[FOREX]!);
const deps = () => ({ sql: test.sql, door: test.door, lease: bots.lease, now: () => new Date() });

/** Records effects of an event; again with the state before it, as when the event is played again. */
async function act(effects: Parameters<typeof recordEffects>[2], again?: BotState): Promise<BotState> {
  await test.sql`update leases set expires_at = clock_timestamp() + interval '15 seconds' where token = ${bots.lease.token}`;
  const { nav, openTrades } = await readPool(test.sql, botId);
  const before = again ?? { ...createBotState(config), nav, openTrades };
  await recordEffects(deps(), { botId, feed: "simulated", before, engine: createBotState(config) }, effects);
  return before;
}

async function open(
  symbol: string,
  trade: Partial<Parameters<typeof buildOpening>[1]> & { price: number },
): Promise<void> {
  bar += 1;
  const { nav } = await readPool(test.sql, botId);
  const given = { side: "buy", exposure: "0.5000", stopPrice: null, ...trade } as const;
  await act([buildOpening({ market: "forex", symbol }, given, { nav, bar })]);
}

/** The close of the oldest trade in a symbol, or of a part of it. */
async function closeOf(symbol: string, at: number, part?: string): Promise<TradeClosed> {
  const trade = (await readPool(test.sql, botId)).openTrades.find((each) => each.symbol === symbol)!;
  return buildClosing(trade, at, bar, part);
}

const feed: MarketFeed = {
  name: "live",
  symbols: [EURO, POUND].map((symbol) => ({ market: "forex", symbol, interval: "1m", feed: "simulated" })),
  barIntervalMs: 1_000,
  forming: () => null,
  advance: () => [],
  save: () => ({}),
};

/** The bot as the trader has it in memory. */
async function readBot(): Promise<TradingBot> {
  const pool = await readPool(test.sql, botId);
  const state = { ...createBotState(config), nav: pool.nav, openTrades: pool.openTrades };
  const record = { record: 0, recordAfter: { sequence: "0", won: "0" }, unsaved: false };
  return { botId, name: "", feed: "simulated", config, state, pool, ...record };
}

/** Values the pool as the trader does when the first prices arrive; the others came some time ago. */
async function price(arrived: Record<string, number>, earlier: Record<string, { price: number; ageMs: number }> = {}) {
  const bot = await readBot();
  const now = Date.now();
  const marks = await saveOpenTradeMarks(test.sql, [bot], [feed], {
    arrived: new Map(Object.entries(arrived).map(([symbol, value]) => [`live ${symbol}`, { price: value }])),
    last: new Map(
      Object.entries(earlier).map(([symbol, each]) => [`live ${symbol}`, { price: each.price, at: now - each.ageMs }]),
    ),
  });
  await settlePositions({ sql: test.sql, door: test.door, maxPriceAgeMs: MAX_PRICE_AGE_MS, log: silentLog }, marks);
  return marks;
}

async function joined(amount = "500"): Promise<TestClient> {
  const investor = await test.funded("1000");
  expect((await activate(investor, botId, amount)).status).toBe(200);
  return investor;
}

const valueOf = async (client: TestClient): Promise<bigint> => toCents((await botsOf(client))[0]!.value);

it("is valued when one price arrives; while another is stale an entry is refused and an exit waits", async () => {
  const leaving = await joined();
  const late = await test.funded("1000");
  await open(EURO, { price: 1.1 });
  await open(POUND, { price: 1.3, exposure: "0.4000" });
  expect((await readPool(test.sql, botId)).openTrades.map(({ symbol }) => symbol)).toEqual([EURO, POUND]);

  // Both prices are known; that of the pound is older than a price may be.
  expect(await price({ [EURO]: 1.2 }, { [POUND]: { price: 1.4, ageMs: 6_000 } })).toHaveLength(1);
  expect(await activate(late, botId, "100")).toMatchObject({ status: 503, body: { code: "PRICE_UNAVAILABLE" } });
  expect((await deactivate(leaving, botId)).status).toBe(202);

  // Without any price of the pound there is no value at all, and none when no price arrives.
  expect(await price({ [EURO]: 1.2 })).toEqual([]);
  expect(await price({}, { [EURO]: { price: 1.2, ageMs: 0 }, [POUND]: { price: 1.4, ageMs: 0 } })).toEqual([]);
  expect(await botsOf(leaving)).toHaveLength(1);

  await price({ [POUND]: 1.4 }, { [EURO]: { price: 1.2, ageMs: 500 } });
  expect(await botsOf(leaving)).toEqual([]);
  const gain = Number((await accountOf(leaving)).balance) - 1_000;
  // Half at 9.1 %, 40 % at 7.7 %, less costs and the platform's share.
  expect(gain).toBeGreaterThan(500 * 0.07 * 0.7);
  expect(gain).toBeLessThan(500 * 0.0763);
  expect((await activate(late, botId, "100")).status).toBe(200);
  await deactivate(late, botId);
});

it("is worth the same before and after a part is sold and a trade closes in one commit, and a sniper gains nothing", async () => {
  const prices = { [EURO]: 1.25, [POUND]: 1.2 };
  await price(prices);
  const holder = await joined();
  await price(prices);
  const before = await valueOf(holder);
  const sniper = await joined();
  bar += 1;
  const sold = await closeOf(EURO, 1.25, "0.2000");
  const transactions = async (): Promise<number> =>
    (
      await test.sql<{ count: number }[]>`select count(*)::int as count from ledger_transactions where kind = 'trade'`
    )[0]!.count;
  const [count, version] = [await transactions(), BigInt((await readPool(test.sql, botId)).version)];
  const effects = [sold, await closeOf(POUND, 1.2)];
  const state = await act(effects);
  expect(await transactions()).toBe(count + 1);
  const pool = await readPool(test.sql, botId);
  expect(BigInt(pool.version)).toBe(version + 1n);
  expect(pool.openTrades.map(({ symbol, exposure }) => [symbol, exposure])).toEqual([[EURO, "0.3000"]]);
  await act(effects, state);
  expect(await transactions()).toBe(count + 1);
  expect(await readPool(test.sql, botId)).toEqual(pool);
  await price(prices);
  const after = await valueOf(holder);
  expect(after - before).toBeLessThanOrEqual(1n);
  expect(after - before).toBeGreaterThanOrEqual(-1n);
  expect((await deactivate(sniper, botId)).status).toBe(200);
  expect(toCents((await accountOf(sniper)).balance)).toBeLessThan(100_000n);
});

/** Opens the euro beyond its stop, while the pound closed last at a price; the bot has sold the euro and bought the pound for all it has. */
async function gap(euro: number, pound: number): Promise<TradingBot> {
  await open(EURO, { side: "sell", exposure: "1.0000", price: 1.1, stopPrice: 1.2 });
  await open(POUND, { exposure: "1.0000", price: 1.3 });
  const bot = await readBot();
  const known = { ...bot.state.symbols[POUND]!, close: pound, barSequence: bar, barTime: bar * MINUTE_MS };
  bot.state = { ...bot.state, symbols: { ...bot.state.symbols, [POUND]: known } };
  bar += 1;
  const candle = { time: bar * MINUTE_MS, open: euro, high: euro, low: euro, close: euro, volume: 0 };
  const moment: Moment = {
    prices: [],
    events: [{ type: "candle", symbol: EURO, candle, barSequence: bar }],
    closed: [],
  };
  await act([]);
  await playMoment({ ...deps(), mayEnter: () => true }, [bot], feed, moment);
  return bot;
}

const readLosses = async (): Promise<bigint> => {
  const [row] = await test.sql<{ balance: string }[]>`
    select coalesce(-sum(e.amount), 0)::numeric(20, 2)::text as balance
    from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.code = 'platform:losses'`;
  return toCents(row!.balance);
};

const listLastTrades = () => test.sql<{ symbol: string; reason: string; gain: number }[]>`
  select symbol, reason, (nav_after - nav_before)::float8 as gain from bot_trades where bot_id = ${botId}
  order by sequence desc limit 2`;

it("pays a loss of everything from the gains of its other trades first, and goes on trading", async () => {
  await act([await closeOf(EURO, 1.25)]);
  const before = Number((await readPool(test.sql, botId)).nav);
  // The euro loses 1.5 times what the bot has, and the pound has gained 1.2 times.
  const bot = await gap(2.75, 2.86);
  expect(bot.pool).toMatchObject({
    status: "trading",
    haltReason: null,
    openTrades: [],
    unitsAtClose: expect.not.stringMatching(/^0/) as string,
  });
  expect(Number(bot.pool.nav) / before).toBeCloseTo(0.7, 1);
  expect(bot.state).toMatchObject({ nav: bot.pool.nav, openTrades: [], orders: [] });
  expect(await readLosses()).toBe(0n);
  expect(await listLastTrades()).toMatchObject([
    { symbol: EURO, reason: "stop" },
    { symbol: POUND, reason: "series-break" },
  ]);
});

it("is halted when more is lost, and the platform bears only what is left below zero", async () => {
  const { nav, unitsAtClose } = await readPool(test.sql, botId);
  const bot = await gap(2.75, 1.56);
  expect(bot.pool).toMatchObject({ status: "halted", openTrades: [] });
  expect(Number(bot.pool.nav)).toBe(0);
  expect(bot.pool.haltReason).toContain("lost the whole value of the bot");
  // All that the bot had and the gain of the pound are lost first: 1.5 − 1.2.
  const borne = Number(await readLosses()) / 100;
  expect(borne / (Number(unitsAtClose) * Number(nav))).toBeCloseTo(0.3, 1);
});

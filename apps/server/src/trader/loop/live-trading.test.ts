import { botCatalogue } from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operatorEnvironment } from "../../../../../tests/harness/live-environment.ts";
import { silentLog } from "../../../../../tests/harness/silent-log.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { createLiveFeed, EMPTY_LIVE_FEED } from "../feeds/live-feed.ts";
import { takeLease } from "../../platform/jobs/store.ts";
import { listFeedSymbols, planFeeds } from "../feeds/feed-plan.ts";
import type { PriceSource, SourcePrice } from "../feeds/price-source.ts";
import { chooseInstruments, planBot } from "./trading-bot.ts";
import { startSession, type TradingSession } from "./trading-session.ts";

const liveSettings = {
  ...operatorEnvironment,
  RATE_LIMIT_SCALE: "1",
  MARKET_FEED: "twelvedata",
  TWELVEDATA_API_KEY: "a-key",
  UNPROVEN_BOTS: "open",
  BROKER: "ccxt:binanceusdm",
  LIVE_ORDERS: "on",
  CCXT_API_KEY: "a-key",
  CCXT_SECRET: "a-secret-of-the-venue",
};

describe("planFeeds", () => {
  const ccxt = { kind: "live", live: { provider: "ccxt", exchange: "kraken", url: undefined } } as const;
  const broker = {
    kind: "ccxt",
    exchange: "krakenfutures",
    url: undefined,
    credentials: { apiKey: "", secret: "", password: undefined },
  } as const;

  it("uses simulated prices in a demo for markets that the exchange does not have", () => {
    const plan = planFeeds({ marketFeed: ccxt, mode: "demo" });
    expect(plan.live.map(({ market }) => market)).toEqual(Array.from({ length: 5 }, () => "crypto"));
    const demo = { mode: "demo", brokers: [] } as const;
    const feeds = ["Crypto-Whale-07", "Stock-Titan-05"].map((name) => planBot(name, plan, demo).feed);
    expect(feeds).toEqual(["live", "simulated"]);
    expect(planBot("Stock-Titan-05", plan, demo).isTraded).toBe(true);
  });

  it("simulates no prices in live mode, and trades only markets with a broker", () => {
    const plan = planFeeds({ marketFeed: ccxt, mode: "live" });
    expect(plan.simulated).toEqual([]);
    expect(planBot("Crypto-Whale-07", plan, { mode: "live", brokers: [broker] }).isTraded).toBe(true);
    expect(planBot("Stock-Titan-05", plan, { mode: "live", brokers: [broker] }).isTraded).toBe(false);
  });

  it("lets a bot trade its own symbols of a live feed, and not other coins", () => {
    const symbols = listFeedSymbols(planFeeds({ marketFeed: ccxt, mode: "demo" }));
    const { config, feed } = chooseInstruments("Crypto-Whale-07", symbols);
    expect(feed).toBe("live");
    const own = botCatalogue.find(({ name }) => name === "Crypto-Whale-07")?.symbols;
    expect(config.instruments.map(({ symbol }) => symbol)).toEqual(own);
  });
});

describe("live mode", () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp(undefined, undefined, liveSettings);
  });
  afterAll(() => test.close());

  it("reports live prices and orders", async () => {
    const { body } = await test.visitor().call("GET", "/api/public/settings");
    expect(body).toMatchObject({ mode: "live", feed: "live", broker: "live" });
  });

  it("reports the operator", async () => {
    const { body } = await test.visitor().call("GET", "/api/public/settings");
    const { OPERATOR_NAME: name, OPERATOR_REGULATOR: regulator, OPERATOR_LICENCE: licence } = liveSettings;
    expect(body).toMatchObject({ operator: { name, regulator, licence, countriesServed: ["Kenya"] } });
  });

  it("says which bots trade on paper only", async () => {
    const listPaperOnly = async (path: string): Promise<string[]> => {
      const bots = (await test.visitor().call("GET", path)).body as { name: string; isPaperOnly: boolean }[];
      return bots.filter(({ isPaperOnly }) => isPaperOnly).map(({ name }) => name);
    };
    const withCoins = ["Crypto-Whale-07", "Crypto-Scalper-03"];
    const others = botCatalogue.map(({ name }) => name).filter((name) => !withCoins.includes(name));
    expect(await listPaperOnly("/api/bots")).toEqual(others);
    expect(await listPaperOnly("/api/portfolios")).toEqual(["Core Basket", "Core Basket with Trend"]);
  });

  it("accepts no money for a bot without a live broker, or before the suitability questions", async () => {
    const investor = await test.signUp();
    await test.sql`
      insert into deposits (id, user_id, amount, currency, network, wallet_address, is_test_address, crypto_amount, rate,
        status, created_at, updated_at, version)
      values (gen_random_uuid(), ${investor.userId}, 5000, 'USDT', 'TRC20', 'T1', false, 5000, 1, 'completed', now(), now(), 1)`;
    const bots = (await test.visitor().call("GET", "/api/bots")).body as { id: string; name: string }[];
    const answerFor = async (name: string): Promise<[number, string]> => {
      const botId = bots.find((bot) => bot.name === name)?.id;
      const answer = await investor.call("POST", "/api/user/bots/activate", { botId, allocatedAmount: "100" });
      return [answer.status, (answer.body as { code: string }).code];
    };
    expect(await answerFor("Alpha-Forex-01")).toEqual([422, "BOT_UNAVAILABLE"]);
    expect(await answerFor("Crypto-Whale-07")).toEqual([422, "SUITABILITY_DUE"]);
    const answers = { knowledge: "some", lossCapacity: "part", horizon: "under-1-year" };
    await investor.call("POST", "/api/user/suitability", answers);
    expect(await answerFor("Crypto-Whale-07")).toEqual([422, "INSUFFICIENT_FUNDS"]);
  });
});

describe("a trader on live prices", () => {
  let test: TestApp;
  let session: TradingSession;
  // Well inside a minute, so that no bar closes unexpectedly.
  let nowMs = Math.floor(Date.now() / 60_000) * 60_000 + 10_000;
  let arriving: SourcePrice[] = [];
  const source: PriceSource = {
    name: "scripted",
    symbols: [
      { market: "crypto", symbol: "BTC/USD" },
      { market: "crypto", symbol: "ETH/USD" },
    ],
    pollEveryMs: 1_000,
    poll: () => Promise.resolve({ prices: arriving, issues: [] }),
  };

  beforeAll(async () => {
    test = await startTestApp();
    const { sql, door } = test;
    const lease = await takeLease(sql, "live", true);
    if (!lease) throw new Error("no lease");
    await sql`
      insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place)
      values ('crypto', 'SOL/USD', 150, 0, 'live', now(), 11), ('crypto', 'ETH/USD', 3000, 0, 'simulated', now(), 6)`;
    const now = (): Date => new Date(nowMs);
    const deps = { sql, door, lease, now, log: silentLog, maxPriceAgeMs: 5_000, mayEnter: () => true };
    const brokers = [{ symbols: ["BTC/USD", "ETH/USD"] }];
    session = await startSession({ ...deps, brokers }, [
      createLiveFeed(source, { saved: EMPTY_LIVE_FEED, log: silentLog, clockMs: () => nowMs }),
    ]);
  });
  afterAll(() => test.close());

  async function step(...prices: [string, number][]): Promise<boolean> {
    arriving = prices.map(([symbol, price]) => ({ symbol, price, time: nowMs, dayBefore: null }));
    await session.advance(nowMs);
    await new Promise(setImmediate);
    const advanced = await session.advance(nowMs);
    nowMs += 1_000;
    return advanced;
  }

  const pricedAt = async (symbol: string): Promise<number> => {
    const [row] = await test.sql<{ at: Date; feed: string }[]>`
      select priced_at as at, feed from market_prices where symbol = ${symbol}`;
    expect(row?.feed).toBe("live");
    return row?.at.getTime() ?? 0;
  };

  it("removes prices of unknown symbols and of other feeds at start", async () => {
    expect(await test.sql`select symbol from market_prices`).toEqual([]);
  });

  it("updates only the prices that have arrived", async () => {
    expect(await step(["BTC/USD", 64_000], ["ETH/USD", 3_200])).toBe(true);
    const before = await pricedAt("ETH/USD");
    expect(await step(["BTC/USD", 64_001])).toBe(true);
    expect(await pricedAt("ETH/USD")).toBe(before);
    expect(await pricedAt("BTC/USD")).toBeGreaterThan(before);
    expect(await step()).toBe(false);
  });

  it("keeps in its marks which bots no broker can trade", async () => {
    const marks = await test.sql<{ name: string; onPaper: boolean }[]>`
      select b.name, bool_and(m.on_paper) as "onPaper" from bot_marks m join trading_bots b on b.id = m.bot_id group by b.name`;
    const onPaper = new Map(marks.map((mark) => [mark.name, mark.onPaper]));
    expect(onPaper.get("Crypto-Whale-07")).toBe(false);
    expect(onPaper.get("Alpha-Forex-01")).toBe(true);
  });

  it("saves live bars and the state of the feed", async () => {
    nowMs += 60_000;
    await step(["BTC/USD", 64_100]);
    const rows = await test.sql<{ feed: string; close: string }[]>`
      select feed, close::float8::text as close from candles where symbol = 'BTC/USD' and interval = '1m'`;
    expect(rows).toEqual([{ feed: "live", close: "64001" }]);
    await session.checkpoint();
    const saved = await test.sql`select from feed_state where name = 'live'`;
    expect(saved).toHaveLength(1);
  });
});

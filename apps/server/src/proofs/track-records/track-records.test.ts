import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { PublicTrackRecord, TrackRecord } from "@wazi/contracts";
import { activate, errorOf } from "../../../../../tests/harness/money-calls.ts";
import { startScriptedBots, type ScriptedBots } from "../../../../../tests/harness/scripted-bots.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";

let test: TestApp;
let bots: ScriptedBots;

beforeAll(async () => {
  test = await startTestApp();
  bots = await startScriptedBots(test);
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

const recordOf = async (bot: number): Promise<TrackRecord> =>
  (await test.visitor().call("GET", `/api/bots/${bots.ids[bot]!}/track-record`)).body;

/** Longer than the public record is cached. */
const EXPIRED_MS = 2_050;
let aheadMs = 0;

/** Reads the public record at a time at which its cache has expired. */
async function publicRecord(): Promise<PublicTrackRecord> {
  aheadMs += EXPIRED_MS;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + aheadMs });
  try {
    return (await test.visitor().call("GET", "/api/public/track-record")).body;
  } finally {
    vi.useRealTimers();
  }
}

/** Runs a trade with full exposure from 100 to `price`. */
async function trade(bot: number, price: number): Promise<void> {
  await bots.open(bot, { side: "buy", price: 100, exposure: "1" });
  await bots.close(bot, price);
}

describe("a bot's track record", () => {
  it("is empty before the first trade and a 404 for an unknown bot", async () => {
    const record = await recordOf(0);
    expect(record).toMatchObject({
      feed: "simulated",
      broker: "paper",
      closedTrades: 0,
      isEnough: false,
      nav: "1.000000000000",
      returnPct: "0.00",
      winRatePct: null,
      profitFactor: null,
      averageHoldingSeconds: null,
      series: [],
      otherFeeds: [],
    });
    const unknown = await test.visitor().call("GET", "/api/bots/5a9d3c1e-7a0b-4f55-9d7e-0d8f5b2a1c3e/track-record");
    expect([unknown.status, errorOf(unknown).code]).toEqual([404, "NOT_FOUND"]);
  });

  it("follows the bot's own closed trades including losses", async () => {
    await trade(1, 110);
    await trade(1, 80);
    await trade(2, 120);
    const record = await recordOf(1);
    const [pool] = await test.sql<{ nav: string }[]>`select nav::text from pools where bot_id = ${bots.ids[1]!}`;
    expect(record).toMatchObject({ closedTrades: 2, winRatePct: "50.00", nav: pool!.nav });
    expect(record.returnPct).toBe((Math.floor((Number(pool!.nav) - 1) * 10_000) / 100).toFixed(2));
    expect(Number(record.maxDrawdownPct)).toBeGreaterThan(20);
    expect(Number(record.profitFactor)).toBeCloseTo(0.5, 1);
    expect(record.series.map(({ nav }) => nav).at(-1)).toBe(pool!.nav);
  });

  it("returns the rest of the series to a reader who has the beginning", async () => {
    const whole = await recordOf(1);
    expect(whole.isSeriesRest).toBe(false);
    await trade(1, 105);
    const path = `/api/bots/${bots.ids[1]!}/track-record`;
    const rest = (await test.visitor().call("GET", `${path}?after=${whole.seriesCursor}`)).body as TrackRecord;
    const { series, isSeriesRest, until: _until, ...figures } = await recordOf(1);
    expect(rest).toMatchObject({ ...figures, isSeriesRest: true });
    expect([...whole.series, ...rest.series]).toEqual(series);
    expect(isSeriesRest).toBe(false);
    const wrong = await test.visitor().call("GET", `${path}?after=x`);
    expect([wrong.status, errorOf(wrong).code]).toEqual([400, "VALIDATION"]);
  });

  it("includes the worst moment of an open trade", async () => {
    await bots.open(3, { side: "buy", price: 100, exposure: "1" });
    await bots.price(3, 70);
    await bots.price(3, 99);
    const open = await recordOf(3);
    expect(Number(open.maxDrawdownPct)).toBeGreaterThan(29);
    expect(Number(open.maxDrawdownPct)).toBeLessThan(31);
    // Closed trades alone are still at 0. The open one is at the price of 99 at which it could be closed.
    expect(open.returnPct).toBe("0.00");
    expect(Number(open.openReturnPct)).toBeLessThan(-1);
    expect(Number(open.openReturnPct)).toBeGreaterThan(-2);
    expect(Number(open.openNav)).toBeCloseTo(1 + Number(open.openReturnPct) / 100, 3);
    await bots.close(3, 130);
    const closed = await recordOf(3);
    expect([closed.openNav, closed.openReturnPct]).toEqual([null, null]);
    expect(closed.maxDrawdownPct).toBe(open.maxDrawdownPct);
    expect(Number(closed.returnPct)).toBeGreaterThan(25);
  });

  it("compares with buy and hold of its symbols since its start", async () => {
    const record = await recordOf(0);
    expect(record.buyAndHoldPct).toBeNull();
    const now = new Date().toISOString();
    await test.sql`
      insert into record_starts (bot_id, feed, symbol, price)
      values (${bots.ids[0]!}, 'simulated', 'EUR/USD', 1.1), (${bots.ids[0]!}, 'simulated', 'GBP/USD', 1.25)`;
    await test.sql`
      insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place)
      values ('forex', 'EUR/USD', 1.21, 0, 'simulated', ${now}, 0), ('forex', 'GBP/USD', 1.2, 0, 'simulated', ${now}, 1)`;
    const held = await recordOf(0);
    expect(held.buyAndHold).toEqual([
      { symbol: "EUR/USD", startPrice: "1.1", price: "1.21", returnPct: "10.00" },
      { symbol: "GBP/USD", startPrice: "1.25", price: "1.2", returnPct: "-4.00" },
    ]);
    expect(held.buyAndHoldPct).toBe("3.00");
    expect(Date.now() - Date.parse(held.since!)).toBeLessThan(60_000);
  });

  it("compares a bot of shares with the fund that it holds", async () => {
    await test.sql`
      insert into record_starts (bot_id, feed, symbol, price) values (${bots.ids[2]!}, 'simulated', 'SPY', 500)`;
    await test.sql`
      insert into market_prices (market, symbol, price, change_percent, feed, priced_at, place)
      values ('portfolio', 'SPY', 510, 0, 'simulated', now(), 2)`;
    expect((await recordOf(2)).buyAndHoldPct).toBe("2.00");
  });
});

describe("the platform's track record", () => {
  it("shows the newest trades at once and figures from thirty closed trades on", async () => {
    const investor = await test.funded("1000");
    await activate(investor, bots.ids[4], "200");
    const before = await publicRecord();
    expect(before).toMatchObject({ isEnough: false, figures: null, feeds: ["simulated"], broker: "paper" });
    expect(before.recentTrades.length).toBe(before.closedTrades);
    for (let count = before.closedTrades; count < 30; count += 1) await trade(4, count % 3 === 0 ? 99 : 101);
    const record = await publicRecord();
    expect(record).toMatchObject({ closedTrades: 30, isEnough: true });
    const [sums] = await test.sql<{ profit: string; won: number }[]>`
      select sum(pool_gain)::text as profit, count(*) filter (where nav_after > nav_before)::int as won from bot_trades`;
    expect(record.figures).toMatchObject({
      profit: sums!.profit,
      winRatePct: (Math.floor((sums!.won / 30) * 10_000) / 100).toFixed(2),
    });
    expect([before.activeInvestors, record.activeInvestors]).toEqual([1, 1]);
    const shares = record.figures!.marketDistribution.map(({ pct }) => Number(pct));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeGreaterThan(99.9);
    expect(record.recentTrades).toHaveLength(10);
    expect(record.recentTrades[0]).toMatchObject({ botId: bots.ids[4], feed: "simulated", barTime: null });
    expect(JSON.stringify(record)).not.toContain(investor.userId);
  });
});

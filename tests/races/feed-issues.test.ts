import { MINUTE_MS } from "@wazi/contracts";
import type { BotEvent, Candle } from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveCandles } from "../../apps/server/src/trader/feeds/store.ts";
import { type Lease, renewLease, takeLease } from "../../apps/server/src/platform/jobs/store.ts";
import type { FeedPrice, FeedSymbol, MarketFeed, Moment } from "../../apps/server/src/trader/feeds/market-feed.ts";
import { startSession } from "../../apps/server/src/trader/loop/trading-session.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";

/** The trading loop with bad feed data: it opens no trade on it and records the reason. */

/** The first minute of an hour, because bots decide on hours. */
const FIRST = 29_000_040;
const LEARNED_HOURS = 40;
const forexSymbols = ["EUR/USD", "GBP/USD", "USD/JPY", "AUD/USD", "USD/CHF"] as const;

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(async () => {
  expect(await test.differences()).toEqual([]);
  await test.close();
});

function barBetween(time: number, from: number, to: number): Candle {
  const [open, close] = [Number(from.toFixed(5)), Number(to.toFixed(5))];
  return { time, open, high: Math.max(open, close), low: Math.min(open, close), close, volume: 1 };
}

/** Prices that rise for an hour and fall for the next, so that the scalper's averages cross at the end of each hour. */
function wave(bar: number): Candle {
  const price = (at: number): number => {
    const hour = Math.floor(at / 60);
    const share = (at - 60 * hour) / 60;
    return 1.08 + 0.04 * (hour % 2 === 0 ? share : 1 - share);
  };
  return barBetween((FIRST + bar) * MINUTE_MS, price(bar), price(bar + 1));
}

/** Smaller hours before the first bar, from which the strategies learn at the start. The last one falls. */
async function saveLearnedHours(): Promise<void> {
  const hours = Array.from({ length: LEARNED_HOURS }, (_, index) => {
    const time = (FIRST - 60 * (LEARNED_HOURS - index)) * MINUTE_MS;
    if (index === LEARNED_HOURS - 1) return barBetween(time, 1.105, 1.08);
    return index % 2 === 0 ? barBetween(time, 1.095, 1.105) : barBetween(time, 1.105, 1.095);
  });
  const candles = forexSymbols.flatMap((symbol) =>
    hours.map((candle) => ({ symbol, interval: "1h" as const, candle })),
  );
  await saveCandles(test.sql, "simulated", candles);
}

/** A feed that gives the candles of the test. */
function scriptedFeed(): { feed: MarketFeed; give: (bar: number, candle?: Candle) => void } {
  const waiting: Moment[] = [];
  const symbols = forexSymbols.map((symbol): FeedSymbol => ({
    market: "forex",
    symbol,
    interval: "1m",
    feed: "simulated",
  }));
  return {
    feed: {
      name: "simulated",
      symbols,
      barIntervalMs: 1_000,
      forming: () => null,
      advance: () => waiting.splice(0),
      save: () => ({}),
    },
    give(bar, candle = wave(bar)) {
      const events = forexSymbols.map((symbol): BotEvent => ({
        type: "candle",
        symbol,
        candle,
        barSequence: FIRST + bar,
      }));
      const prices = forexSymbols.map((symbol): FeedPrice => {
        return { market: "forex", symbol, feed: "simulated", price: candle.close, dayBefore: null, barTime: null };
      });
      waiting.push({ prices, events, closed: [] });
    },
  };
}

async function startOn(feed: MarketFeed, lease: Lease) {
  const { sql, door } = test;
  const silent = { warn: () => undefined, error: () => undefined };
  return startSession(
    {
      sql,
      door,
      lease,
      now: () => new Date(FIRST * MINUTE_MS),
      maxPriceAgeMs: 5_000,
      log: silent,
      mayEnter: () => true,
    },
    [feed],
  );
}

/** The entry bars of all open and closed trades. */
async function entries(): Promise<number[]> {
  const rows = await test.sql<{ bar: string }[]>`
    select extract(epoch from entry_bar_time)::bigint::text as bar from bot_trades
    union select ((open_trade ->> 'barTime')::bigint / 1000)::text from pools where open_trade is not null`;
  return rows.map(({ bar }) => (Number(bar) * 1_000) / MINUTE_MS - FIRST).sort((a, b) => a - b);
}

async function troubles(): Promise<Record<string, number>> {
  const rows = await test.sql<{ kind: string; happened: string }[]>`
    select kind, sum(happened)::text as happened from feed_troubles group by kind order by kind`;
  return Object.fromEntries(rows.map(({ kind, happened }) => [kind, Number(happened)]));
}

describe("the trading loop", () => {
  it("opens no trade on bad data, continues with good data, and records what was wrong", async () => {
    await saveLearnedHours();
    const { feed, give } = scriptedFeed();
    const lease = await takeLease(test.sql, `trader-${Math.random()}`, true);
    if (!lease) throw new Error("no lease");
    const session = await startOn(feed, lease);
    const endOf = (bar: number): number => (FIRST + bar + 1) * MINUTE_MS + 500;
    const play = async (bar: number, candle?: Candle, nowMs = endOf(bar)): Promise<void> => {
      give(bar, candle);
      // On a slow machine the test takes longer than a lease lasts.
      await renewLease(test.sql, lease);
      await session.advance(nowMs);
    };
    for (let bar = 0; bar < 120; bar += 1) await play(bar);
    const before = await entries();
    expect(before).toEqual([60]);
    expect(await troubles()).toEqual({});

    // Twenty bars that are invalid, jump too far, are repeated, or are out of order.
    for (let bar = 120; bar < 140; bar += 1) {
      const good = wave(bar);
      if (bar % 4 === 0) await play(bar, { ...good, high: good.low - 1 });
      else if (bar % 4 === 1)
        await play(bar, { ...good, open: good.open * (bar % 8 === 1 ? 9 : 0.01), high: 99, low: 0.001 });
      else await play(bar % 4 === 2 ? 119 : 60, undefined, endOf(bar));
    }
    expect((await entries()).filter((bar) => bar >= 120)).toEqual([]);
    expect(Object.keys(await troubles()).sort()).toEqual(["jump", "malformed", "out-of-order", "repeated"]);
    const [price] = await test.sql<{ price: string }[]>`select price::text from market_prices where symbol = 'EUR/USD'`;
    expect(Number(price!.price)).toBeLessThan(2);

    // Good bars after a gap, then late ones: strategies learn from late bars, but open no trade on them.
    await play(160);
    expect(await troubles()).toMatchObject({ gap: forexSymbols.length });
    for (let bar = 161; bar < 220; bar += 1) await play(bar, undefined, endOf(bar) + 5 * MINUTE_MS);
    expect(await troubles()).toMatchObject({ late: expect.any(Number) as number });
    expect((await entries()).filter((bar) => bar >= 120)).toEqual([]);

    // The clock is set back by an hour. No bar is processed until it has caught up.
    await play(220, undefined, endOf(220) - 60 * MINUTE_MS);
    expect(await troubles()).toMatchObject({ "clock-set-back": 1 });
    for (let bar = 221; bar < 320; bar += 1) await play(bar, undefined, endOf(bar) + 5_000);
    expect((await entries()).filter((bar) => bar >= 221)).toEqual([240, 300]);
  });
});

import { DAY_MS, MINUTE_MS } from "@wazi/contracts";
import { beforeEach, describe, expect, it } from "vitest";
import { createLiveFeed, EMPTY_LIVE_FEED, restoreLiveFeed } from "./live-feed.ts";
import type { MarketFeed, Moment } from "./market-feed.ts";
import { PriceSourceError, type PollResult, type PriceSource, type SourcePrice } from "./price-source.ts";

/** The start of a minute and of an hour. */
const START_MS = 1_795_248_000_000;
const POLL_MS = 2_000;

let nowMs: number;
let reported: { issue: string; message: string }[];
let script: (PollResult | Error)[];
let polls: number;
let feed: MarketFeed;

const source: PriceSource = {
  name: "scripted",
  symbols: [
    { market: "crypto", symbol: "BTC/USD" },
    { market: "crypto", symbol: "ETH/USD" },
  ],
  pollEveryMs: POLL_MS,
  poll() {
    polls += 1;
    const next = script.shift() ?? { prices: [], issues: [] };
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  },
};

const log = {
  warn: (details: object, message: string) => void reported.push({ ...(details as { issue: string }), message }),
  info: () => undefined,
};

beforeEach(() => {
  [nowMs, reported, script, polls] = [START_MS, [], [], 0];
  feed = open();
});

function open(stored?: unknown): MarketFeed {
  const saved = restoreLiveFeed(
    stored,
    source.symbols.map(({ symbol }) => symbol),
  );
  return createLiveFeed(source, { saved, log, clockMs: () => nowMs });
}

const btc = (price: number, time: number | null = nowMs): SourcePrice => ({
  symbol: "BTC/USD",
  price,
  time,
  dayBefore: 90,
});
const eth = (price: number): SourcePrice => ({ symbol: "ETH/USD", price, time: nowMs, dayBefore: null });

/** Starts the poll that is due, and returns its moments `afterMs` later. */
async function polled(afterMs = 0): Promise<Moment[]> {
  const early = feed.advance(nowMs);
  await new Promise(setImmediate);
  nowMs += afterMs;
  const late = feed.advance(nowMs);
  await new Promise(setImmediate);
  return [...early, ...late];
}

async function pollAt(atMs: number, ...prices: SourcePrice[]): Promise<Moment[]> {
  nowMs = atMs;
  script.push({ prices: prices.map((price) => ({ ...price, time: atMs })), issues: [] });
  return polled();
}

describe("live feed", () => {
  it("returns each price once and unchanged", async () => {
    const moments = await pollAt(START_MS, btc(100), eth(10));
    expect(moments).toHaveLength(1);
    expect(moments[0]?.prices).toEqual([
      {
        market: "crypto",
        symbol: "BTC/USD",
        feed: "live",
        price: 100,
        dayBefore: 90,
        barTime: null,
        quotedAt: START_MS,
      },
      {
        market: "crypto",
        symbol: "ETH/USD",
        feed: "live",
        price: 10,
        dayBefore: null,
        barTime: null,
        quotedAt: START_MS,
      },
    ]);
    expect(feed.advance(nowMs + 100)).toEqual([]);
  });

  it("closes a one-minute bar and opens the next with the first price of a minute", async () => {
    await pollAt(START_MS, btc(100));
    await pollAt(START_MS + 20_000, btc(105));
    await pollAt(START_MS + 40_000, btc(95));
    const [moment] = await pollAt(START_MS + MINUTE_MS, btc(101), eth(10));
    const candle = { time: START_MS, open: 100, high: 105, low: 95, close: 95, volume: 0 };
    const barSequence = START_MS / MINUTE_MS;
    expect(moment?.closed).toEqual([{ symbol: "BTC/USD", interval: "1m", candle }]);
    expect(moment?.events).toEqual([
      { type: "candle", symbol: "BTC/USD", candle, barSequence },
      { type: "moment-end", time: START_MS + MINUTE_MS, market: "crypto" },
      {
        type: "open",
        symbol: "BTC/USD",
        price: 101,
        barTime: START_MS + MINUTE_MS,
        barSequence: barSequence + 1,
      },
    ]);
    expect(feed.forming("BTC/USD")).toMatchObject({ time: START_MS + MINUTE_MS, open: 101 });
  });

  it("ends a moment when the bars of all symbols of the market are in", async () => {
    const endsOf = (moments: readonly Moment[]) =>
      moments.flatMap(({ events }) => events.flatMap((event) => (event.type === "moment-end" ? [event.time] : [])));
    await pollAt(START_MS, btc(100), eth(10));
    const early = await pollAt(START_MS + MINUTE_MS, btc(101));
    expect(early[0]?.events.map(({ type }) => type)).toEqual(["candle", "open"]);
    const late = await pollAt(START_MS + MINUTE_MS + 10_000, eth(11));
    expect(late[0]?.events.map(({ type }) => type)).toEqual(["candle", "moment-end", "open"]);
    expect(endsOf(late)).toEqual([START_MS + MINUTE_MS]);
    // A symbol without prices holds a moment up for five minutes only.
    expect(endsOf(await pollAt(START_MS + 2 * MINUTE_MS, btc(102)))).toEqual([]);
    expect(endsOf(await pollAt(START_MS + 4 * MINUTE_MS, btc(103)))).toEqual([]);
    expect(endsOf(await pollAt(START_MS + 7 * MINUTE_MS, btc(104)))).toEqual([START_MS + 3 * MINUTE_MS]);
  });

  it("polls at the provider's interval, and never twice at once", async () => {
    feed.advance(nowMs);
    feed.advance(nowMs + POLL_MS);
    expect(polls).toBe(1);
    await new Promise(setImmediate);
    feed.advance(nowMs + POLL_MS - 1);
    expect(polls).toBe(1);
    feed.advance(nowMs + POLL_MS);
    expect(polls).toBe(2);
  });

  it("does not publish a price that is old by the provider's own time", async () => {
    script.push({ prices: [btc(100, nowMs - 121_000), eth(10)], issues: [] });
    const [moment] = await polled();
    expect(moment?.prices.map(({ symbol }) => symbol)).toEqual(["ETH/USD"]);
    expect(reported).toMatchObject([{ issue: "market-closed", message: "BTC/USD: the provider's price is 121 s old" }]);
  });

  it("tells the provider's own time of a price, never one ahead of the clock", async () => {
    script.push({ prices: [btc(100, nowMs - 50_000), { ...eth(10), time: null }], issues: [] });
    const [first] = await polled();
    expect(first?.prices.map(({ quotedAt }) => quotedAt)).toEqual([nowMs - 50_000, undefined]);
    nowMs += POLL_MS;
    script.push({ prices: [btc(100, nowMs + 4_000)], issues: [] });
    const [second] = await polled();
    expect(second?.prices[0]?.quotedAt).toBe(nowMs);
  });

  it("does not publish a price that waited too long", async () => {
    script.push({ prices: [btc(100)], issues: [] });
    expect(await polled(5_001)).toEqual([]);
  });

  it("does not use a time that is far ahead or before the forming bar", async () => {
    script.push({ prices: [btc(100, nowMs + MINUTE_MS)], issues: [] });
    await polled();
    expect(feed.forming("BTC/USD")?.time).toBe(START_MS);
    nowMs += MINUTE_MS;
    script.push({ prices: [btc(101)], issues: [] }, { prices: [btc(102, START_MS)], issues: [] });
    await polled();
    nowMs += POLL_MS;
    await polled();
    expect(feed.forming("BTC/USD")).toMatchObject({ time: START_MS + MINUTE_MS, close: 102 });
  });

  it.each([NaN, 0, -1, Infinity])("rejects %d as a price", async (price) => {
    script.push({ prices: [btc(price)], issues: [] });
    expect(await polled()).toEqual([]);
    expect(reported[0]).toMatchObject({ issue: "malformed" });
  });

  it("reports stale symbols once a minute", async () => {
    for (let second = 0; second <= 70; second += 1) {
      nowMs = START_MS + second * 1_000;
      await polled();
    }
    const stale = reported.filter(({ issue }) => issue === "stale");
    expect(stale.map(({ message }) => message)).toEqual([
      "no price for up to 6 s; new orders wait (BTC/USD, ETH/USD)",
      "no price for up to 66 s; new orders wait (BTC/USD, ETH/USD)",
    ]);
  });

  it("doubles the wait after each failure, and resets it after a success", async () => {
    script.push(...Array.from({ length: 3 }, () => new PriceSourceError("unreachable", "no answer")));
    const askedAt: number[] = [];
    for (let second = 0; second <= 34; second += 1) {
      nowMs = START_MS + second * 1_000;
      const before = polls;
      feed.advance(nowMs);
      if (polls > before) askedAt.push(second);
      await new Promise(setImmediate);
    }
    expect(askedAt.slice(0, 6)).toEqual([0, 4, 12, 28, 30, 32]);
    expect(reported.filter(({ issue }) => issue === "unreachable")).toHaveLength(1);
  });

  it("waits as long as the provider asks, up to a limit", async () => {
    script.push(new PriceSourceError("rate-limited", "too often", 30_000));
    script.push(new PriceSourceError("rate-limited", "too often", DAY_MS));
    await polled();
    feed.advance((nowMs = START_MS + 29_999));
    expect(polls).toBe(1);
    feed.advance((nowMs = START_MS + 30_000));
    expect(polls).toBe(2);
    await new Promise(setImmediate);
    feed.advance(nowMs + 900_000);
    expect(polls).toBe(3);
  });

  it("continues after an unexpected error of the source", async () => {
    script.push(new TypeError("not foreseen"));
    await polled();
    expect(reported).toMatchObject([{ issue: "malformed", message: "not foreseen" }]);
    expect(await pollAt(START_MS + 2 * POLL_MS, btc(100))).toHaveLength(1);
  });

  it("continues the bar that was forming when it was saved", async () => {
    await pollAt(START_MS, btc(100));
    await pollAt(START_MS + 10_000, btc(80));
    feed = open(JSON.parse(JSON.stringify(feed.save())));
    const [moment] = await pollAt(START_MS + MINUTE_MS, btc(101));
    expect(moment?.closed[0]?.candle).toMatchObject({ open: 100, low: 80, close: 80 });
  });

  it.each([null, 7, {}, { bars: null }, { bars: { "BTC/USD": { minute: 1 } } }, { bars: { "XX/USD": {} } }])(
    "starts empty from %j",
    (stored) => {
      expect(restoreLiveFeed(stored, ["BTC/USD"])).toEqual(EMPTY_LIVE_FEED);
    },
  );

  it("closes the last bar of a session by the clock, and opens the next session with its first price", async () => {
    const close = Date.parse("2026-01-16T22:00Z");
    const forex: PriceSource = { ...source, symbols: [{ market: "forex", symbol: "EUR/USD" }] };
    feed = createLiveFeed(forex, { saved: EMPTY_LIVE_FEED, log, clockMs: () => nowMs });
    const euro = (price: number): SourcePrice => ({ symbol: "EUR/USD", price, time: nowMs, dayBefore: null });
    await pollAt(close - 50_000, euro(1.1));
    await pollAt(close - 20_000, euro(1.2));
    nowMs = close + 29_000;
    expect(feed.advance(nowMs)).toEqual([]);
    nowMs = close + 30_000;
    const [ended] = feed.advance(nowMs);
    const last = { time: close - MINUTE_MS, open: 1.1, high: 1.2, low: 1.1, close: 1.2, volume: 0 };
    expect(ended).toMatchObject({
      prices: [],
      events: [
        { type: "candle", candle: last },
        { type: "moment-end", time: close, market: "forex" },
      ],
    });
    expect(feed.forming("EUR/USD")).toBeNull();
    await new Promise(setImmediate);
    const sunday = Date.parse("2026-01-18T22:00Z");
    const [started] = await pollAt(sunday + 4_000, euro(1.15));
    expect(started?.events).toMatchObject([{ type: "open", price: 1.15, barTime: sunday }]);
  });

  it("closes a bar before the last of its session too, and ends the moment of all symbols at once", async () => {
    const close = Date.parse("2026-01-16T22:00Z");
    const symbols = ["EUR/USD", "GBP/USD"].map((symbol) => ({ market: "forex" as const, symbol }));
    feed = createLiveFeed({ ...source, symbols }, { saved: EMPTY_LIVE_FEED, log, clockMs: () => nowMs });
    const pair = (symbol: string): SourcePrice => ({ symbol, price: 1.1, time: nowMs, dayBefore: null });
    await pollAt(close - 5 * MINUTE_MS, pair("EUR/USD"), pair("GBP/USD"));
    await pollAt(close - 20_000, pair("GBP/USD"));
    nowMs = close + 29_000;
    expect(feed.advance(nowMs)).toEqual([]);
    nowMs = close + 30_000;
    const [ended, ...others] = feed.advance(nowMs);
    expect(others).toEqual([]);
    expect(ended?.events).toMatchObject([
      { type: "candle", symbol: "EUR/USD", candle: { time: close - 5 * MINUTE_MS } },
      { type: "candle", symbol: "GBP/USD", candle: { time: close - MINUTE_MS } },
      { type: "moment-end", time: close, market: "forex" },
    ]);
  });
});

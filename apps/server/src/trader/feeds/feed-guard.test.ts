import { MINUTE_MS } from "@wazi/contracts";
import { createReplaySeries, type BotEvent, type Candle } from "@wazi/trading";
import { describe, expect, it } from "vitest";
import { createFeedGuard } from "./feed-guard.ts";
import type { FeedPrice, MarketFeed, Moment } from "./market-feed.ts";
import { createReplayFeed } from "./replay-feed.ts";

const FIRST = 29_000_000;

function feedOf(kind: "simulated" | "replay"): MarketFeed {
  return {
    name: kind,
    symbols: [{ market: "crypto", symbol: "BTC/USD", interval: "1m", feed: kind }],
    barIntervalMs: 1_000,
    forming: () => null,
    advance: () => [],
    save: () => ({}),
  };
}

const candle = (bar: number, close = 100, open = 100): Candle => {
  return { time: bar * MINUTE_MS, open, high: Math.max(open, close), low: Math.min(open, close), close, volume: 1 };
};

function moment(kind: "simulated" | "replay", bar: Candle, opened?: number, quoted = bar.close): Moment {
  const symbol = "BTC/USD";
  const barSequence = bar.time / MINUTE_MS;
  const closes: BotEvent = { type: "candle", symbol, candle: bar, barSequence };
  const opens: BotEvent[] =
    opened === undefined
      ? []
      : [{ type: "open", symbol, price: opened, barTime: bar.time + MINUTE_MS, barSequence: barSequence + 1 }];
  const price: FeedPrice = { market: "crypto", symbol, feed: kind, price: quoted, dayBefore: null, barTime: null };
  return { prices: [price], events: [closes, ...opens], closed: [] };
}

describe("feed guard", () => {
  const feed = feedOf("simulated");
  const atEnd = (bar: Candle): number => bar.time + MINUTE_MS + 500;
  const pass = (guard: ReturnType<typeof createFeedGuard>, bar: Candle, opened = bar.close, quoted = bar.close) =>
    guard.pass(feed, moment("simulated", bar, opened, quoted), atEnd(bar));

  it("passes the end of a moment, also when its bars are dropped", () => {
    const guard = createFeedGuard(new Map());
    const bad = moment("simulated", { ...candle(FIRST), high: 50 });
    const end = { type: "moment-end" as const, time: FIRST * MINUTE_MS + MINUTE_MS };
    expect(guard.pass(feed, { ...bad, events: [...bad.events, end] }, atEnd(candle(FIRST))).events).toEqual([end]);
  });

  it("passes good moments unchanged and without issues", () => {
    const guard = createFeedGuard(new Map());
    for (let bar = FIRST; bar < FIRST + 5; bar += 1) {
      const given = moment("simulated", candle(bar), 100);
      expect(guard.pass(feed, given, atEnd(candle(bar)))).toEqual(given);
    }
    expect(guard.takeIssues()).toEqual([]);
  });

  it("drops an impossible jump, reports it once, and marks the next bar as doubtful", () => {
    const guard = createFeedGuard(new Map());
    pass(guard, candle(FIRST));
    const bad = pass(guard, candle(FIRST + 1, 500, 100), 500, 500);
    expect([bad.events, bad.prices]).toEqual([[], []]);
    // The bar and the price.
    expect(guard.takeIssues()).toMatchObject([
      { feed: "simulated", symbol: "BTC/USD", kind: "jump", times: 2, firstBarTime: candle(FIRST + 1).time },
    ]);
    expect(guard.takeIssues()).toEqual([]);
    const next = pass(guard, candle(FIRST + 2));
    expect(next.events).toMatchObject([{ type: "candle", isDoubtful: true }, { type: "open" }]);
  });

  it("sends a series break when several bars confirm a new price level", () => {
    const guard = createFeedGuard(new Map());
    pass(guard, candle(FIRST));
    for (let bar = FIRST + 1; bar <= FIRST + 2; bar += 1) pass(guard, candle(bar, 301, 300));
    const { events } = pass(guard, candle(FIRST + 3, 301, 300));
    expect(events.map(({ type }) => type)).toEqual(["series-break", "candle", "open"]);
  });

  it("finds the gap since the last bar that a bot has seen", () => {
    const guard = createFeedGuard(new Map([["simulated BTC/USD", FIRST - 100]]));
    expect(pass(guard, candle(FIRST)).events[0]).toMatchObject({ isDoubtful: true });
    expect(guard.takeIssues()).toMatchObject([{ kind: "gap" }]);
  });

  it("accepts the price of a replayed bar when it accepts the bar, even after a large fall", () => {
    const guard = createFeedGuard(new Map());
    const replay = feedOf("replay");
    guard.pass(replay, moment("replay", candle(1)), 0);
    // A fall at the open and another to the close; each alone is possible.
    const fallen = { ...candle(2), open: 84, low: 68, high: 84, close: 68 };
    expect(guard.pass(replay, moment("replay", fallen), 0).prices).toHaveLength(1);
    expect(guard.pass(replay, moment("replay", candle(3, 1, 1)), 0)).toMatchObject({ events: [], prices: [] });
  });

  it("passes a replay that begins again at another level unchanged, as after a restart there", () => {
    const candles = [100, 85, 72, 61, 52].map((close, bar) => candle(bar, close, close));
    const loaded = [
      { market: "crypto", symbol: "BTC/USD", interval: "1m", series: createReplaySeries(candles) },
    ] as const;
    const place = { position: 0, record: 0, recordStart: 0 };
    let clock = 0;
    const replay = createReplayFeed(loaded, { place, barsPerSecond: 1, loops: true, clockMs: () => clock });
    clock = 20_000;
    const moments = replay.advance(0);
    expect(moments.at(-1)?.record).toBeGreaterThan(1);
    const guard = createFeedGuard(new Map([["replay BTC/USD", 0]]));
    expect(moments.map((each) => guard.pass(replay, each, 0))).toEqual(moments);
    expect(guard.takeIssues()).toEqual([]);
  });

  it("stops while the clock is earlier than before", () => {
    const guard = createFeedGuard(new Map());
    expect([100_000, 99_500, 101_000].map((now) => guard.isClockSound(now))).toEqual([true, true, true]);
    expect([90_000, 99_999].map((now) => guard.isClockSound(now))).toEqual([false, false]);
    const message =
      "The clock was set back by 1 s. Trading waits until 00:01 UTC, or for npm run wazi -- accept-clock.";
    expect(guard.takeIssues()[0]).toMatchObject({ kind: "clock-set-back", feed: "clock", message });
    expect(guard.isClockSound(101_000)).toBe(true);
  });
});

import { MINUTE_MS } from "@wazi/contracts";
import type { BotEvent, Candle } from "@wazi/trading";
import { describe, expect, it } from "vitest";
import { createFeedGuard } from "./feed-guard.ts";
import type { FeedPrice, MarketFeed, Moment } from "./market-feed.ts";

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

describe("the guard between feeds and bots", () => {
  const feed = feedOf("simulated");
  const atEnd = (bar: Candle): number => bar.time + MINUTE_MS + 500;
  const pass = (guard: ReturnType<typeof createFeedGuard>, bar: Candle, opened = bar.close, quoted = bar.close) =>
    guard.pass(feed, moment("simulated", bar, opened, quoted), atEnd(bar));

  it("lets good moments through as they are, and has nothing to say", () => {
    const guard = createFeedGuard(new Map());
    for (let bar = FIRST; bar < FIRST + 5; bar += 1) {
      const given = moment("simulated", candle(bar), 100);
      expect(guard.pass(feed, given, atEnd(candle(bar)))).toEqual(given);
    }
    expect(guard.takeIssues()).toEqual([]);
  });

  it("keeps an impossible jump from bots and marks, says so once, and marks the next bar", () => {
    const guard = createFeedGuard(new Map());
    pass(guard, candle(FIRST));
    const bad = pass(guard, candle(FIRST + 1, 500, 100), 500, 500);
    expect([bad.events, bad.prices]).toEqual([[], []]);
    expect(guard.takeIssues()).toMatchObject([
      { feed: "simulated", symbol: "BTC/USD", kind: "jump" },
      { feed: "simulated", symbol: "BTC/USD", kind: "jump" },
    ]);
    expect(guard.takeIssues()).toEqual([]);
    const next = pass(guard, candle(FIRST + 2));
    expect(next.events).toMatchObject([{ type: "candle", isDoubtful: true }, { type: "open" }]);
  });

  it("tells bots that prices go on at another level, once some bars agree", () => {
    const guard = createFeedGuard(new Map());
    pass(guard, candle(FIRST));
    for (let bar = FIRST + 1; bar <= FIRST + 2; bar += 1) pass(guard, candle(bar, 301, 300));
    const { events } = pass(guard, candle(FIRST + 3, 301, 300));
    expect(events.map(({ type }) => type)).toEqual(["series-break", "candle", "open"]);
  });

  it("knows from the bots for how long nothing ran", () => {
    const guard = createFeedGuard(new Map([["simulated BTC/USD", FIRST - 100]]));
    expect(pass(guard, candle(FIRST)).events[0]).toMatchObject({ isDoubtful: true });
    expect(guard.takeIssues()).toMatchObject([{ kind: "gap" }]);
  });

  it("takes the price of a replayed bar where it takes the bar, however far it fell", () => {
    const guard = createFeedGuard(new Map());
    const replay = feedOf("replay");
    guard.pass(replay, moment("replay", candle(1)), 0);
    // Half at the open and more to the close: apart each is possible.
    const fallen = { ...candle(2), open: 84, low: 68, high: 84, close: 68 };
    expect(guard.pass(replay, moment("replay", fallen), 0).prices).toHaveLength(1);
    expect(guard.pass(replay, moment("replay", candle(3, 1, 1)), 0)).toMatchObject({ events: [], prices: [] });
  });

  it("stands still while the clock is before what it has shown", () => {
    const guard = createFeedGuard(new Map());
    expect([100_000, 99_500, 101_000].map((now) => guard.isClockSound(now))).toEqual([true, true, true]);
    expect([90_000, 99_999].map((now) => guard.isClockSound(now))).toEqual([false, false]);
    expect(guard.takeIssues()[0]).toMatchObject({ kind: "clock-set-back", feed: "clock" });
    expect(guard.isClockSound(101_000)).toBe(true);
  });
});

import { MINUTE_MS } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import type { Candle } from "../candle.ts";
import { toBarEvents } from "./bot-event.ts";
import { candle, randomCandles, runBot, scriptedBot, type Order } from "./bot-fixtures.ts";
import { playOnce } from "./play-once.ts";
import { trackBot } from "./track-bot.ts";

const buyOrder: Order = { kind: "enter", side: "buy", stopPrice: 1 };
const closeOrder: Order = { kind: "close" };
const flat = (bar: number, price: number): Candle => candle(bar * MINUTE_MS, price, price, price, price);
const at = (...prices: number[]) => [
  { symbol: "A", interval: "1m" as const, candles: prices.map((price, bar) => flat(bar, price)) },
];

describe("playOnce", () => {
  it("plays bar by bar, breaks a series at its end, and declares each dividend after the one before", () => {
    const dividends = [1, 2, 9].map((bar) => ({ exTime: bar * MINUTE_MS, amount: `0.0${bar}` }));
    const short = { symbol: "B", interval: "1m" as const, candles: [flat(0, 5)] };
    const moments = [...playOnce([{ ...at(1, 2, 3)[0]!, dividends }, short])];
    expect(
      moments.map((events) =>
        events.map((event) =>
          event.type === "moment-end" ? `end ${event.time / MINUTE_MS}` : `${event.type} ${event.symbol}`,
        ),
      ),
    ).toEqual([
      ["open A", "open B", "candle A", "candle B", "end 1"],
      ["series-break B", "dividend A", "open A", "candle A", "end 2"],
      ["dividend A", "open A", "candle A", "end 3"],
      ["series-break A"],
    ]);
    const next = moments.flat().flatMap((event) => (event.type === "candle" ? [event.nextDividend] : []));
    expect(next).toEqual([dividends[0], null, dividends[1], dividends[2]]);
  });

  const minutes = (symbol: string, ...bars: number[]) => {
    return { symbol, interval: "1m" as const, candles: bars.map((bar) => flat(bar, 100 + bar)) };
  };
  const play = (...series: Parameters<typeof playOnce>[0]) => {
    return [...playOnce(series)].map((events) =>
      events.flatMap((event) => {
        if (event.type === "series-break") return [`break ${event.symbol}`];
        return event.type === "candle"
          ? [`${event.symbol} ${event.candle.time / MINUTE_MS} #${event.barSequence}`]
          : [];
      }),
    );
  };

  it("joins series by time, not by the number of their bars", () => {
    expect(play(minutes("B", 7, 8, 10), minutes("A", 1, 2, 8))).toEqual([
      ["A 1 #0"],
      ["A 2 #1"],
      ["B 7 #0"],
      ["B 8 #1", "A 8 #2"],
      ["break A", "B 10 #2"],
      ["break B"],
    ]);
  });

  it("joins bars of different lengths by the time at which they close", () => {
    const hour = { symbol: "H", interval: "1h" as const, candles: [flat(0, 5), flat(60, 6)] };
    const moments = play(hour, minutes("M", 0, 58, 59, 60, 119, 120));
    expect(moments).toEqual([
      ["M 0 #0"],
      ["M 58 #1"],
      ["H 0 #0", "M 59 #2"],
      ["M 60 #3"],
      ["H 60 #1", "M 119 #4"],
      ["break H", "M 120 #5"],
      ["break M"],
    ]);
  });

  it.each([
    [[3, 2], "A: bar 2 at 1970-01-01T00:02:00.000Z is not later than the bar before it, at 1970-01-01T00:03:00.000Z"],
    [[1, 3, 3], "A: bar 3 at 1970-01-01T00:03:00.000Z is not later than the bar before it"],
  ])("refuses a step back in time: %j", (bars, message) => {
    expect(() => play(minutes("B", 1, 2), minutes("A", ...bars))).toThrow(message);
  });
});

describe("trackBot", () => {
  it("values an open trade at every close, and computes trades, costs and drawdown", () => {
    // Bought at 100, marked at 110 and 88, sold at 99; bought at 100, still held at 105.
    const bot = scriptedBot({ 0: buyOrder, 2: closeOrder, 3: buyOrder });
    const track = trackBot(bot, [...playOnce(at(100, 100, 110, 99, 100, 105))].slice(0, -1));
    expect(track.points).toEqual([
      { time: MINUTE_MS, nav: 1 },
      { time: 2 * MINUTE_MS, nav: 1 },
      { time: 3 * MINUTE_MS, nav: 1.1 },
      { time: 4 * MINUTE_MS, nav: 0.99 },
      { time: 5 * MINUTE_MS, nav: 0.99 },
      { time: 6 * MINUTE_MS, nav: 1.0395 },
    ]);
    expect(track.trades.map(({ factor }) => factor)).toEqual(["0.990000000000"]);
    expect(track.state.openTrades).toHaveLength(1);
    expect(track).toMatchObject({ winRatePct: 0, profitFactor: 0 });
    expect(track.returnPct).toBeCloseTo(3.95, 10);
    expect(track.maxDrawdownPct).toBeCloseTo(-10, 10);
  });

  it("closes with the series, pays dividends, and gives null for missing figures", () => {
    const dividends = [{ exTime: 2 * MINUTE_MS, amount: "2" }];
    const paid = trackBot(scriptedBot({ 0: buyOrder }), playOnce([{ ...at(100, 100, 100)[0]!, dividends }]));
    expect(paid.trades).toMatchObject([{ reason: "series-break", factor: "1.020000000000" }]);
    expect(paid).toMatchObject({ winRatePct: 100, profitFactor: null, maxDrawdownPct: 0 });
    expect(trackBot(scriptedBot({}), playOnce(at(1, 2)))).toMatchObject({ winRatePct: null, returnPct: 0, trades: [] });
  });

  it("refuses bars that close before those that it has traded on", () => {
    const moments = [...playOnce(at(1, 2, 3))];
    expect(() => trackBot(scriptedBot({}), [moments[1]!, moments[0]!])).toThrow(
      /the bars of A at 1970-01-01T00:00:00.000Z close before 1970-01-01T00:02:00.000Z/,
    );
  });

  it("stays at 0 after a total loss", () => {
    const sell: Order = { kind: "enter", side: "sell", stopPrice: 199 };
    const track = trackBot(scriptedBot({ 0: sell, 3: buyOrder }), playOnce(at(100, 100, 500, 500, 500, 900)));
    expect(track.trades).toHaveLength(1);
    expect(track).toMatchObject({ returnPct: -100, maxDrawdownPct: -100 });
  });

  it("warms up before it trades, and keeps the points spaced", () => {
    const bars = at(100, 100, 100, 100, 110);
    const warm = trackBot(scriptedBot({ 1: buyOrder, 3: buyOrder }), playOnce(bars), {
      warmUpMoments: 3,
      pointSpacingMs: 2 * MINUTE_MS,
    });
    expect(warm.trades).toMatchObject([{ reason: "series-break", entryBarTime: 4 * MINUTE_MS }]);
    expect(warm.points.map(({ time }) => time)).toEqual([4 * MINUTE_MS, 5 * MINUTE_MS]);
  });

  it("makes the same trades as the bot event by event", () => {
    const config = scriptedBot(
      Object.fromEntries([...Array(50).keys()].map((bar) => [bar * 4, bar % 2 ? closeOrder : buyOrder])),
    );
    const candles = randomCandles("track", 200);
    const moments = candles.map((bar, barSequence) => toBarEvents([{ symbol: "A", candle: bar, barSequence }]));
    const { effects, state } = runBot(config, moments.flat());
    const track = trackBot(config, moments);
    expect(track.trades).toEqual(effects.filter(({ type }) => type === "trade-closed"));
    expect(track.state).toEqual(state);
  });
});

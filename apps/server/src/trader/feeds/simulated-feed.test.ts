import { HOUR_MS, MINUTE_MS } from "@wazi/contracts";
import { intervalMs, getNextDividend, type BotEvent, type MomentEvent } from "@wazi/trading";
import { describe, expect, it } from "vitest";
import type { MarketFeed, Moment } from "./market-feed.ts";
import {
  addSymbols,
  createSimulatedFeed,
  hasSymbols,
  restoreSimulation,
  setBackSimulation,
  startSimulation,
} from "./simulated-feed.ts";

const START = Date.UTC(2026, 0, 5, 10, 0, 0);

/** A feed of AAPL, ten seconds before its next ex-dividend time. */
async function beforeDividend(): Promise<{ feed: MarketFeed; exTime: number; amount: string }> {
  const { saved: first } = await startSimulation(["AAPL"], "dividends", START);
  const { exTime } = getNextDividend(first.market, "AAPL")!;
  const { saved } = await startSimulation(["AAPL"], "dividends", exTime - 10_000);
  const declared = getNextDividend(saved.market, "AAPL")!;
  return { feed: createSimulatedFeed(saved), ...declared };
}

function play(feed: MarketFeed, fromMs: number, toMs: number): Moment[] {
  const moments: Moment[] = [];
  for (let now = fromMs; now <= toMs; now += 1_000) moments.push(...feed.advance(now));
  return moments;
}

const eventsOf = (moments: readonly Moment[], type: MomentEvent["type"]): MomentEvent[] =>
  moments.flatMap(({ events }) => events.filter((event) => event.type === type));

describe("simulated feed", () => {
  it("sends a dividend once, at its ex-date before the next open, and the next dividend with each bar", async () => {
    const { feed, exTime, amount } = await beforeDividend();
    const moments = play(feed, exTime - 9_000, exTime + 2 * MINUTE_MS);
    const [dividend, ...more] = eventsOf(moments, "dividend");
    expect(more).toEqual([]);
    expect(dividend).toEqual({ type: "dividend", symbol: "AAPL", amount, exTime, barSequence: exTime / MINUTE_MS });
    const moment = moments.find(({ events }) => events.includes(dividend!))!;
    expect(moment.events.map(({ type }) => type)).toEqual(["candle", "moment-end", "dividend", "open"]);
    expect(moment.events[1]).toEqual({ type: "moment-end", time: exTime });
    const [before, after] = eventsOf(moments, "candle") as Extract<BotEvent, { type: "candle" }>[];
    expect(before!.candle.time).toBe(exTime - MINUTE_MS);
    expect(after!.nextDividend!.exTime).toBeGreaterThan(exTime + 80 * intervalMs["1d"]);
    const drop = before!.candle.close - after!.candle.open;
    expect(Math.abs(drop - Number(amount))).toBeLessThan(before!.candle.close * 0.002);
  });

  it("pays a missed dividend at once after a pause, with prices unchanged otherwise", async () => {
    const { feed, exTime, amount } = await beforeDividend();
    const later = exTime + intervalMs["1d"];
    const [last] = play(feed, exTime - 9_000, exTime - 9_000);
    const restored = restoreSimulation(JSON.parse(JSON.stringify(feed.save())), ["AAPL"]);
    const again = createSimulatedFeed(restored!);
    const [first] = again.advance(later);
    const [dividend] = eventsOf([first!], "dividend");
    expect(dividend).toMatchObject({ exTime, amount, barSequence: later / MINUTE_MS });
    const drop = last!.prices[0]!.price - first!.prices[0]!.price;
    expect(Math.abs(drop - Number(amount))).toBeLessThan(last!.prices[0]!.price * 0.002);
    expect(eventsOf(play(again, later + 1_000, later + MINUTE_MS), "dividend")).toEqual([]);
  });

  it("continues a feed of a version without funds at its prices, and adds them with a history", async () => {
    const symbols = ["SPX", "SPY", "IEF"];
    const { saved } = await startSimulation(["SPX"], "funds", START);
    const stored: unknown = JSON.parse(JSON.stringify(createSimulatedFeed(saved).save()));
    const restored = restoreSimulation(stored, symbols)!;
    expect(hasSymbols(restored, symbols)).toBe(false);
    const grown = await addSymbols(restored, symbols, "funds");
    expect(hasSymbols(grown.saved, symbols)).toBe(true);
    // Its state is whole: symbols of one group share their calm and active times.
    expect(restoreSimulation(JSON.parse(JSON.stringify(grown.saved)), symbols)).toEqual(grown.saved);
    expect(new Set(grown.candles.map(({ symbol }) => symbol))).toEqual(new Set(["SPY", "IEF"]));
    expect(grown.candles.filter(({ symbol, interval }) => symbol === "SPY" && interval === "1h")).toHaveLength(90 * 24);
    const [before, after] = [createSimulatedFeed(saved), createSimulatedFeed(grown.saved)].map((feed) =>
      play(feed, START + 1_000, START + 2 * MINUTE_MS),
    );
    const pricesOf = (moments: readonly Moment[], symbol: string) =>
      moments.map(({ prices }) => prices.find((price) => price.symbol === symbol)!.price);
    expect(pricesOf(after!, "SPX")).toEqual(pricesOf(before!, "SPX"));
    expect(after!.at(-1)!.prices.map(({ market }) => market)).toEqual(["indices", "portfolio", "portfolio"]);
    expect(restoreSimulation(stored, ["SPX", "DOW", "SPY"])).toBeNull();
    expect(restoreSimulation(stored, ["SPY"])).toBeNull();
  });

  it("continues at the clock's time, at its prices and without later bars, when it is set back", async () => {
    const { saved } = await startSimulation(["AAPL"], "set back", START + HOUR_MS);
    const late = createSimulatedFeed(saved);
    const [last] = play(late, START + HOUR_MS + 1_000, START + HOUR_MS + 3 * MINUTE_MS).slice(-1);
    const stored = restoreSimulation(JSON.parse(JSON.stringify(late.save())), ["AAPL"])!;
    expect(createSimulatedFeed(stored).advance(START + 1_500)).toEqual([]);
    const feed = createSimulatedFeed(setBackSimulation(stored, START + 1_500));
    const moments = play(feed, START + 2_000, START + 3 * MINUTE_MS);
    expect(moments).toHaveLength(3 * 60 - 1);
    const [first] = moments[0]!.prices;
    expect(Math.abs(first!.price / last!.prices[0]!.price - 1)).toBeLessThan(0.01);
    const bars = eventsOf(moments, "candle") as Extract<BotEvent, { type: "candle" }>[];
    expect(bars.map(({ candle }) => candle.time)).toEqual([START, START + MINUTE_MS, START + 2 * MINUTE_MS]);
    // A market that is not ahead, and one with its own time, stay as they are.
    expect(setBackSimulation(stored, START + 2 * HOUR_MS)).toBe(stored);
    const fast = { ...stored, hasOwnTime: true };
    expect(setBackSimulation(fast, START)).toBe(fast);
  });

  it("stops while the clock is earlier than before", async () => {
    const { feed, exTime } = await beforeDividend();
    expect(feed.advance(exTime)).toHaveLength(1);
    expect(feed.advance(exTime - 60_000)).toEqual([]);
    expect(feed.advance(exTime)).toEqual([]);
    expect(feed.advance(exTime + 1_000)).toHaveLength(1);
  });
});

describe("simulated markets faster than the clock", () => {
  const SPEED = 60;
  const start = async () => (await startSimulation(["EUR/USD", "GBP/USD"], "fast", START)).saved;
  const fast = (saved: Awaited<ReturnType<typeof start>>, speed = SPEED, nowMs = START) =>
    createSimulatedFeed(saved, { speed, nowMs });
  const lastOf = (moments: readonly Moment[]) => moments.at(-1)!;

  it("play a simulated minute per second, with the bars of the same market in real time", async () => {
    const saved = await start();
    const quick = fast(saved);
    const slow = createSimulatedFeed(saved);
    const quickMoments = play(quick, START + 1_000, START + 10_000);
    const slowMoments = play(slow, START + 1_000, START + 10 * MINUTE_MS);
    expect(eventsOf(quickMoments, "candle")).toHaveLength(20);
    expect(eventsOf(quickMoments, "candle")).toEqual(eventsOf(slowMoments, "candle"));
    expect(eventsOf(quickMoments, "open")).toEqual(eventsOf(slowMoments, "open"));
    expect(eventsOf(quickMoments, "moment-end")).toHaveLength(10);
    expect(eventsOf(quickMoments, "moment-end")).toEqual(eventsOf(slowMoments, "moment-end"));
    const [price] = lastOf(quickMoments).prices;
    expect(price).toEqual({ ...lastOf(slowMoments).prices[0], barTime: START + 10 * MINUTE_MS });
    expect(lastOf(slowMoments).prices[0]!.barTime).toBeNull();
    expect(quick.symbols[0]!.hasOwnTime).toBe(true);
    expect(slow.symbols[0]!.hasOwnTime).toBe(false);
  });

  it("compute the change of the day from 24 simulated hours", async () => {
    const feed = fast(await start());
    const moments = play(feed, START + 1_000, START + 1_500_000);
    const hours = moments.flatMap(({ closed }) =>
      closed.filter(({ symbol, interval }) => symbol === "EUR/USD" && interval === "1h"),
    );
    expect(hours).toHaveLength(25);
    expect(lastOf(moments).prices[0]!.dayBefore).toBe(hours[1]!.candle.close);
  });

  it("continue exactly after a restart, however long it took, and play a delay late and not at once", async () => {
    const saved = await start();
    const whole = play(fast(saved), START + 1_000, START + 20_000);
    const before = fast(saved);
    const first = play(before, START + 1_000, START + 7_000);
    const stored: unknown = JSON.parse(JSON.stringify(before.save()));
    const later = START + intervalMs["1d"];
    const restored = restoreSimulation(stored, ["EUR/USD", "GBP/USD"])!;
    const second = play(fast(restored, SPEED, later), later + 1_000, later + 13_000);
    expect(eventsOf([...first, ...second], "candle")).toEqual(eventsOf(whole, "candle"));
    expect(lastOf(second).prices).toEqual(lastOf(whole).prices);
    const slow = fast(saved, 600);
    slow.advance(START + 1_000);
    // A minute would be ten simulated hours. It plays one.
    const delayed = slow.advance(START + 61_000);
    expect(eventsOf(delayed, "candle")).toHaveLength(2 * 60);
  });

  it("keep their time when the speed is set back to 1, until the clock has caught up", async () => {
    const quick = fast(await start());
    play(quick, START + 1_000, START + 60_000);
    const restore = () => restoreSimulation(JSON.parse(JSON.stringify(quick.save())), ["EUR/USD", "GBP/USD"])!;
    const ahead = fast(restore(), 1, START + 61_000);
    const [moment] = ahead.advance(START + 62_000);
    expect(moment!.prices[0]!.barTime).toBe(START + 60 * MINUTE_MS);
    expect(ahead.symbols[0]!.hasOwnTime).toBe(true);
    const caughtUp = fast(restore(), 1, START + 2 * intervalMs["1h"]);
    expect(caughtUp.advance(START + 2 * intervalMs["1h"] + 1_000)[0]!.prices[0]!.barTime).toBeNull();
    expect(caughtUp.symbols[0]!.hasOwnTime).toBe(false);
  });
});

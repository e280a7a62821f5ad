import { MINUTE_MS } from "@wazi/contracts";
import { intervalMs, getNextDividend, type BotEvent } from "@wazi/trading";
import { describe, expect, it } from "vitest";
import type { MarketFeed, Moment } from "./market-feed.ts";
import { createSimulatedFeed, restoreSimulation, startSimulation } from "./simulated-feed.ts";

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

const eventsOf = (moments: readonly Moment[], type: BotEvent["type"]): BotEvent[] =>
  moments.flatMap(({ events }) => events.filter((event) => event.type === type));

describe("simulated feed", () => {
  it("sends a dividend once, at its ex-date before the next open, and the next dividend with each bar", async () => {
    const { feed, exTime, amount } = await beforeDividend();
    const moments = play(feed, exTime - 9_000, exTime + 2 * MINUTE_MS);
    const [dividend, ...more] = eventsOf(moments, "dividend");
    expect(more).toEqual([]);
    expect(dividend).toEqual({ type: "dividend", symbol: "AAPL", amount, exTime, barSequence: exTime / MINUTE_MS });
    const moment = moments.find(({ events }) => events.includes(dividend!))!;
    expect(moment.events.map(({ type }) => type)).toEqual(["candle", "dividend", "open"]);
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

  it("stops while the clock is earlier than before", async () => {
    const { feed, exTime } = await beforeDividend();
    expect(feed.advance(exTime)).toHaveLength(1);
    expect(feed.advance(exTime - 60_000)).toEqual([]);
    expect(feed.advance(exTime)).toEqual([]);
    expect(feed.advance(exTime + 1_000)).toHaveLength(1);
  });
});

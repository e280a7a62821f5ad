import { DAY_MS, HOUR_MS } from "@wazi/contracts";
import { describe, expect, it } from "vitest";
import { RecordBook, type RecordTrade } from "./record-book.ts";

const START = Date.UTC(2026, 0, 1);

/** Creates a one-hour trade with these unit prices. */
function trade(sequence: number, before: string, after: string, changes: Partial<RecordTrade> = {}): RecordTrade {
  const executedAt = new Date(START + sequence * DAY_MS);
  return {
    sequence: String(sequence),
    feed: "simulated",
    navBefore: before,
    navAfter: after,
    lowestNav: Number(after) < Number(before) ? after : before,
    openedAt: new Date(executedAt.getTime() - HOUR_MS),
    executedAt,
    entryBarTime: new Date(0),
    barTime: new Date(2 * DAY_MS),
    poolGain: "1.50",
    ...changes,
  };
}

describe("a bot's record", () => {
  it("sums its closed trades", () => {
    const book = new RecordBook("simulated");
    book.add(trade(1, "1", "1.2"));
    book.add(trade(2, "1.2", "0.9"));
    book.add(trade(3, "0.9", "0.99"));
    expect(book).toMatchObject({ closedTrades: 3, wonTrades: 2, nav: 990_000_000_000n, poolGain: 450n });
    // From 1.2 to 0.9.
    expect(book.maxDrawdown(null)).toBe(2_500n);
    // 20 % and 10 % won, 25 % lost.
    expect(book.profitFactor()).toBe(120n);
    expect(book.averageHoldingSeconds("clock")).toBe(3_600);
    expect(book.averageHoldingSeconds("bars")).toBe(2 * 86_400);
  });

  it("returns only the points after a cursor, while they are kept", () => {
    const book = new RecordBook("simulated", "7");
    book.add(trade(1, "1", "1.2"));
    const { cursor } = book;
    expect(book.seriesAfter(cursor)).toEqual([]);
    book.add(trade(2, "1.2", "0.9"));
    book.add(trade(3, "0.9", "0.99"));
    expect(book.seriesAfter(cursor)).toEqual(book.series().slice(1));
    expect(book.seriesAfter("7.4")).toBeNull();
    expect(book.seriesAfter("8.1")).toBeNull();
    for (let sequence = 4; sequence <= 2_000; sequence += 1) book.add(trade(sequence, "1", "1"));
    expect(book.seriesAfter(cursor)).toBeNull();
    expect(book.seriesAfter("7.1950")?.at(-1)).toBe(book.series().at(-1));
    expect(book.seriesAfter("7.1950")).toHaveLength(50);
  });

  it("includes unrealized losses of closed and open trades in the drawdown", () => {
    const book = new RecordBook("simulated");
    book.add(trade(1, "1", "1.1", { lowestNav: "0.8" }));
    expect(book.maxDrawdown(null)).toBe(2_000n);
    expect(book.maxDrawdown(770_000_000_000n)).toBe(3_000n);
    expect(book.maxDrawdown(1_050_000_000_000n)).toBe(2_000n);
  });

  it("chains series of units by their returns and ignores other feeds", () => {
    const book = new RecordBook("simulated");
    book.add(trade(1, "1", "0.005"));
    book.add(trade(2, "1", "2", { feed: "replay" }));
    book.add(trade(3, "1", "1.5"));
    expect(book).toMatchObject({ closedTrades: 2, nav: 7_500_000_000n, lastSequence: "3" });
  });

  it("has no figure for a period before its start", () => {
    const book = new RecordBook("simulated");
    const since = new Date(START);
    for (let day = 1; day <= 40; day += 1) book.add(trade(day, "1", day === 20 ? "1.5" : "1"));
    const now = new Date(START + 40 * DAY_MS);
    expect(book.navDaysAgo(90, since, now)).toBeNull();
    expect(book.navDaysAgo(40, since, now)).toBe(1_000_000_000_000n);
    expect(book.navDaysAgo(30, since, now)).toBe(1_000_000_000_000n);
    expect(book.navDaysAgo(5, since, now)).toBe(1_500_000_000_000n);
  });

  it("returns at most a thousand evenly spaced points including the last", () => {
    const book = new RecordBook("simulated");
    for (let sequence = 1; sequence <= 12_345; sequence += 1) book.add(trade(sequence, "1", "1"));
    const series = book.series();
    expect(series.length).toBeLessThanOrEqual(1_001);
    expect(series.length).toBeGreaterThan(499);
    expect(series.at(-1)?.at).toEqual(new Date(START + 12_345 * DAY_MS));
    const steps = series.slice(1, -1).map(({ at }, index) => (at.getTime() - series[index]!.at.getTime()) / DAY_MS);
    expect(new Set(steps)).toEqual(new Set([16]));
  });

  it("has no figures without trades", () => {
    const book = new RecordBook("replay");
    expect([book.profitFactor(), book.averageHoldingSeconds("clock"), book.series()]).toEqual([null, null, []]);
    expect(book.maxDrawdown(null)).toBe(0n);
  });
});

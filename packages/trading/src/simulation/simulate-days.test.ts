import { DAY_MS } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import { createBarColumns, writeBar } from "../bar-columns.ts";
import { countKnownMonths, MonthBook } from "../bot/month-book.ts";
import { startOfMonth, toMonth } from "../months.ts";
import { simulateDays } from "./simulate-days.ts";
import { roundPublishedPrice, startWalk } from "./price-walk.ts";
import { fundSymbols, getSimulatedSymbol } from "./simulated-symbols.ts";

const END = Date.UTC(2026, 0, 5, 10, 20);

describe("daily closes before the simulated feed", () => {
  it.each(fundSymbols)("of %s are 60 months, every day once, and end where its walk starts", (symbol) => {
    const days = simulateDays(symbol, "seed", END);
    expect(days[0]?.time).toBe(startOfMonth(toMonth(END) - 60));
    expect(days.at(-1)?.time).toBe(Date.UTC(2026, 0, 4));
    expect(new Set(days.map(({ time }, index) => time - index * DAY_MS))).toEqual(new Set([days[0]?.time]));
    const { price } = startWalk(symbol, "seed", END - (END % 3_600_000));
    expect(days.at(-1)?.close).toBe(roundPublishedPrice(price, getSimulatedSymbol(symbol)));
    expect(simulateDays(symbol, "seed", END)).toEqual(days);
    expect(simulateDays(symbol, "other", END)[0]?.close).not.toBe(days[0]?.close);
    const returns = days.slice(1).map(({ close }, index) => close / days[index]!.close - 1);
    const deviation = Math.sqrt(returns.reduce((sum, each) => sum + each * each, 0) / returns.length) * Math.sqrt(365);
    const { yearlyVolatility } = getSimulatedSymbol(symbol);
    expect(deviation / yearlyVolatility).toBeGreaterThan(0.8);
    expect(deviation / yearlyVolatility).toBeLessThan(1.25);
  });

  it("make whole months in a bot's book, also when its first own day is one of them", () => {
    const minute = 60_000;
    const book = new MonthBook(minute, 100);
    const row = createBarColumns(1);
    const show = (time: number, close: number) => {
      writeBar(row, 0, { time, open: close, high: close, low: close, close, volume: 0 });
      book.advance(row, 0);
    };
    const days = simulateDays("SPY", "seed", END);
    for (const { time, close } of days) show(time + DAY_MS - minute, close);
    show(Date.UTC(2026, 0, 4, 23, 59), 600);
    show(Date.UTC(2026, 1, 1), 650);
    expect(countKnownMonths(book.save())).toBe(61);
    const inMonth = days.filter(({ time }) => time >= Date.UTC(2026, 0, 1)).map(({ close }) => close);
    const mean = (inMonth.slice(0, -1).reduce((sum, close) => sum + close, 0) + 600) / inMonth.length;
    const december = days.filter(({ time }) => time >= Date.UTC(2025, 11, 1) && time < Date.UTC(2026, 0, 1));
    const before = december.reduce((sum, { close }) => sum + close, 0) / december.length;
    expect(book.listReturns(toMonth(Date.UTC(2026, 0, 4))).at(-1)).toBeCloseTo(mean / before - 1, 12);
  });
});

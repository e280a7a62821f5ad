import { DAY_MS } from "@wazi/contracts";
import {
  createBotConfig,
  createBotState,
  fundSymbols,
  getSymbolCosts,
  intervalMs,
  simulateDays,
  simulateHistory,
  stepBot,
  type AllocationStrategy,
} from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import type { MarketFeed } from "../feeds/market-feed.ts";
import { PriceSourceError } from "../feeds/price-source.ts";
import { saveCandles } from "../feeds/store.ts";
import type { TradingBot } from "./trading-bot.ts";
import { createDayReader, lacksMonths, warmUpBot } from "./warm-up-bot.ts";

const NOW = Date.UTC(2026, 5, 1, 12, 30);
/** In the middle of a month: the days before and the hours after it make one month. */
const HISTORY_START = NOW - 20 * DAY_MS;
const MONTHS = 37;

const seen: (readonly ArrayLike<number>[])[] = [];
const strategy: AllocationStrategy = {
  name: "equal parts",
  description: "Equal parts, each month.",
  parameters: {},
  months: MONTHS,
  weigh: ({ parts }) => {
    seen.push(parts);
    return parts.map(() => 1 / parts.length);
  },
};
const config = createBotConfig({
  name: "test-portfolio",
  market: "portfolio",
  strategy,
  instruments: fundSymbols.map((symbol) => {
    return { symbol, interval: "1m", costs: getSymbolCosts("portfolio", symbol), riskPerTrade: 1 };
  }),
  decisionInterval: "1m",
  maximumExposure: 1,
});
const fresh = { name: config.name, feed: "simulated", config, state: createBotState(config) } as TradingBot;

const days = fundSymbols.flatMap((symbol) => simulateDays(symbol, "warm", HISTORY_START));
const feed = {
  symbols: fundSymbols.map((symbol) => ({ market: "portfolio", symbol, interval: "1m", feed: "simulated" })),
  readDays: () => Promise.resolve([...days].sort((one, other) => one.time - other.time)),
} as unknown as MarketFeed;

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  for (const symbol of fundSymbols) {
    const { hourCandles, minuteCandles } = simulateHistory(symbol, "warm", HISTORY_START, NOW);
    await saveCandles(test.sql, "simulated", [
      ...hourCandles.map((candle) => ({ symbol, interval: "1h" as const, candle })),
      ...minuteCandles.map((candle) => ({ symbol, interval: "1m" as const, candle })),
    ]);
  }
});
afterAll(() => test.close());

const warmUp = (feeds: readonly MarketFeed[], warnings: string[] = []) =>
  warmUpBot(
    {
      sql: test.sql,
      now: () => new Date(NOW),
      log: { warn: (_, message) => void warnings.push(message) },
      readDays: createDayReader(feeds),
    },
    fresh,
  );

interface Book {
  months: { month: number; price: number }[];
}

describe("a new bot that decides by months", () => {
  it("learns the days before its feed and then the feed's own hours, each month once, and gives no order", async () => {
    expect(lacksMonths(fresh)).toBe(true);
    const bot = await warmUp([feed]);
    expect(lacksMonths(bot)).toBe(false);
    expect([bot.state.orders, bot.state.openTrades, bot.state.decidedMonth]).toEqual([[], [], null]);
    const books = fundSymbols.map((symbol) => bot.state.symbols[symbol]!.strategyState as unknown as Book);
    const may = 2026 * 12 + 4;
    for (const [index, { months }] of books.entries()) {
      expect(months.map(({ month }) => month)).toEqual(
        Array.from({ length: MONTHS + 1 }, (_, place) => may - MONTHS + place),
      );
      const symbol = fundSymbols[index]!;
      const before = days.filter((day) => day.symbol === symbol && day.time >= Date.UTC(2026, 4, 1));
      const rows = await test.sql<{ close: number }[]>`
        select distinct on (date_trunc('day', bar_time at time zone 'UTC')) close::float8 as close from candles
        where symbol = ${symbol} and interval = '1h' and bar_time < '2026-06-01T00:00:00Z'
        order by date_trunc('day', bar_time at time zone 'UTC'), bar_time desc`;
      const closes = [...before, ...rows].map(({ close }) => close);
      expect(closes).toHaveLength(31);
      expect(months.at(-1)?.price).toBeCloseTo(closes.reduce((sum, close) => sum + close, 0) / 31, 6);
    }
    const decided = stepBot(config, bot.state, { type: "moment-end", time: NOW });
    expect(decided.state.orders.map(({ symbol }) => symbol)).toEqual(fundSymbols);
    expect(seen.at(-1)?.map(({ length }) => length)).toEqual([MONTHS, MONTHS, MONTHS]);
  });

  it("takes the provider's days where they overlap with the feed's own hours", async () => {
    const all = fundSymbols.flatMap((symbol) => simulateDays(symbol, "warm", NOW));
    const readDays = () => Promise.resolve([...all].sort((one, other) => one.time - other.time));
    const bot = await warmUp([{ ...feed, readDays }]);
    const { months } = bot.state.symbols["SPY"]!.strategyState as unknown as Book;
    expect(new Set(months.map(({ month }) => month)).size).toBe(MONTHS + 1);
    const may = all.filter(({ symbol, time }) => symbol === "SPY" && time >= Date.UTC(2026, 4, 1));
    expect(months.at(-1)?.price).toBeCloseTo(may.reduce((sum, { close }) => sum + close, 0) / 31, 9);
  });

  it("asks a feed once for bots on the same symbols, because a provider counts its answers", async () => {
    let asked = 0;
    const readDays = createDayReader([{ ...feed, readDays: () => Promise.resolve([]).finally(() => (asked += 1)) }]);
    for (let bot = 0; bot < 3; bot += 1) expect(await readDays("simulated", fundSymbols)).toEqual([]);
    expect(asked).toBe(1);
    expect(await readDays("live", fundSymbols)).toEqual([]);
  });

  it("waits, and is shown the past again at the next start, when the days cannot be read", async () => {
    const silent = { ...feed, readDays: () => Promise.reject(new PriceSourceError("unreachable", "no answer")) };
    const warnings: string[] = [];
    const bot = await warmUp([silent], warnings);
    expect(warnings).toHaveLength(1);
    expect(lacksMonths(bot)).toBe(true);
    expect(stepBot(config, bot.state, { type: "moment-end", time: NOW }).state.orders).toEqual([]);
    const deps = { sql: test.sql, now: () => new Date(NOW), readDays: createDayReader([feed]) };
    expect(lacksMonths(await warmUpBot(deps, bot))).toBe(false);
    expect(bot.state.symbols["SPY"]!.barSequence).toBeLessThan(NOW / intervalMs["1m"]);
  });
});

import { DAY_MS } from "@wazi/contracts";
import { expect, test } from "vitest";
import { sampleSymbols } from "../../content/samples.ts";
import { simulateTrades } from "./simulated-trades.ts";

const NOW = Date.parse("2026-11-21T09:00:00Z");

/** A repeatable pseudo-random generator of numbers from 0 up to 1. */
function createRandom(start: number): () => number {
  let state = start + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const feeds = Array.from({ length: 200 }, (_, index) =>
  simulateTrades(["crypto", "indices"], createRandom(index * 7_919), NOW),
);

test("creates three, four or five trades", () => {
  expect(new Set(feeds.map(({ length }) => length))).toEqual(new Set([3, 4, 5]));
});

test("uses only the bots' markets, and both sides", () => {
  const trades = feeds.flat();
  expect(new Set(trades.map(({ symbol }) => symbol))).toEqual(
    new Set([...sampleSymbols.crypto, ...sampleSymbols.indices]),
  );
  expect(new Set(trades.map(({ side }) => side))).toEqual(new Set(["buy", "sell"]));
});

test("stays within the last 24 hours, newest first, without amounts", () => {
  for (const feed of feeds) {
    const times = feed.map(({ executedAt }) => Date.parse(executedAt));
    expect(times).toEqual([...times].sort((first, second) => second - first));
    expect(times.every((time) => time <= NOW && time > NOW - DAY_MS)).toBe(true);
    for (const trade of feed) expect(Object.keys(trade).sort()).toEqual(["executedAt", "id", "side", "symbol"]);
  }
});

test("uses the product's symbols", () => {
  expect(sampleSymbols).toEqual({
    forex: ["EUR/USD", "GBP/USD", "USD/JPY", "AUD/USD", "USD/CHF"],
    crypto: ["BTC/USD", "ETH/USD", "SOL/USD", "XRP/USD"],
    stocks: ["AAPL", "GOOGL", "TSLA", "MSFT", "AMZN"],
    commodities: ["GOLD", "OIL", "SILVER"],
    indices: ["SPX", "NASDAQ", "DOW"],
  });
});

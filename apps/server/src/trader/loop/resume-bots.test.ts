import { createBotState, intervalMs, simulateHistory, simulatedSymbols } from "@wazi/trading";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { saveCandles } from "../feeds/store.ts";
import { takeLease } from "../../platform/jobs/store.ts";
import { resumeBots } from "./resume-bots.ts";

const NOW = Date.UTC(2026, 5, 1, 12, 30);
const HISTORY_DAYS = 20;

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe("a bot that starts for the first time on simulated prices", () => {
  it("has learned the hours of the past and the minutes of this hour, without an order", async () => {
    const symbols = simulatedSymbols.filter(({ market }) => market === "forex");
    for (const { symbol } of symbols) {
      const { hourCandles, minuteCandles } = simulateHistory(
        symbol,
        "warm",
        NOW - HISTORY_DAYS * intervalMs["1d"],
        NOW,
      );
      await saveCandles(test.sql, "simulated", [
        ...hourCandles.map((candle) => ({ symbol, interval: "1h" as const, candle })),
        ...minuteCandles.map((candle) => ({ symbol, interval: "1m" as const, candle })),
      ]);
    }
    const lease = await takeLease(test.sql, "resume-bots-test", true);
    const { sql, door } = test;
    const feedSymbols = symbols.map(({ market, symbol }) => {
      return { market, symbol, interval: "1m" as const, feed: "simulated" as const };
    });
    const bots = await resumeBots({ sql, door, lease: lease!, now: () => new Date(NOW) }, feedSymbols);
    const { state, config } = bots.find(({ name }) => name === "Alpha-Forex-01")!;
    const unlearned = createBotState(config);
    expect([state.orders, state.openTrades]).toEqual([[], []]);
    for (const { symbol } of symbols) {
      const known = state.symbols[symbol]!;
      expect(known.barTime).toBe(NOW - intervalMs["1m"]);
      const { forming, rule } = known.strategyState as { forming: { time: number }; rule: object };
      expect(forming.time).toBe(NOW - 30 * intervalMs["1m"]);
      expect(unlearned.symbols[symbol]!.strategyState).toMatchObject({ forming: null });
      expect(unlearned.symbols[symbol]!.strategyState).not.toMatchObject({ rule });
    }
  });
});

import { DAY_MS, HOUR_MS } from "@wazi/domain";
import { describe, expect, it } from "vitest";
import { byDepth } from "../../../../tests/harness/test-depth.ts";
import { addPrice } from "../candle-aggregator.ts";
import { markets } from "../candle.ts";
import { getSymbolFinancing } from "../costs/financing-rates.ts";
import { toScaled } from "../pricing/scaled-decimal.ts";
import { tradingCosts } from "../pricing/trading-costs.ts";
import { copyWalk, moveWalk, startWalk } from "./price-walk.ts";
import { nextBellShaped, nextFatTailed, nextUniform, seedRandom } from "./seeded-random.ts";
import { continueHistory, simulateHistory, simulateInParts, simulateMarketHistory } from "./simulate-history.ts";
import {
  createSimulatedMarket,
  listPrices,
  restoreSimulatedMarket,
  skipMarketTime,
  stepSecond,
} from "./simulated-market.ts";
import { simulatedSymbols, getSymbolCosts } from "./simulated-symbols.ts";

/** The days of each symbol over which returns are judged. */
const MOMENTS_DAYS = byDepth({ ci: 45, long: 360 });
const END = Date.UTC(2026, 0, 5, 10, 20, 30);

describe("seeded random", () => {
  it("gives a different stream for each seed and name, and the same one each time", () => {
    const draw = (seed: string, stream: string) =>
      Array.from(
        { length: 5 },
        (
          (random) => () =>
            nextUniform(random)
        )(seedRandom(seed, stream)),
      );
    expect(draw("1", "a")).toEqual(draw("1", "a"));
    expect(draw("1", "a")).not.toEqual(draw("1", "b"));
    expect(draw("1", "a")).not.toEqual(draw("2", "a"));
  });

  it("is uniform, and fat-tailed numbers have mean 0, variance 1 and more extremes than normal ones", () => {
    const random = seedRandom("moments", "test");
    const count = 400_000;
    let [uniforms, sum, squares, extremes] = [0, 0, 0, 0];
    for (let index = 0; index < count; index += 1) {
      uniforms += nextUniform(random);
      const value = nextFatTailed(random);
      sum += value;
      squares += value * value;
      if (Math.abs(value) > 4) extremes += 1;
    }
    expect(uniforms / count).toBeCloseTo(0.5, 2);
    expect(Math.abs(sum / count)).toBeLessThan(0.01);
    expect(squares / count).toBeGreaterThan(0.9);
    expect(squares / count).toBeLessThan(1.1);
    // A normal one would be beyond 4 in 6 of 100,000.
    expect(extremes / count).toBeGreaterThan(0.002);
  });

  it("gives bell-shaped numbers with mean 0, variance 1 and few extremes", () => {
    const random = seedRandom("bell", "test");
    const count = 400_000;
    let [sum, squares, fourths] = [0, 0, 0];
    for (let index = 0; index < count; index += 1) {
      const value = nextBellShaped(random);
      sum += value;
      squares += value ** 2;
      fourths += value ** 4;
    }
    expect(Math.abs(sum / count)).toBeLessThan(0.01);
    expect(squares / count).toBeCloseTo(1, 1);
    // 3 of a normal one, 3.5 of a Student t of 16 degrees.
    expect(Math.abs(fourths / count - 3.5)).toBeLessThan(0.2);
  });
});

describe("simulated symbols", () => {
  it("cover the five markets and the funds, each with costs", () => {
    expect(new Set(simulatedSymbols.map(({ market }) => market))).toEqual(new Set(markets));
    for (const { market, symbol, startPrice } of simulatedSymbols) {
      const { halfSpread, slippage, commission } = getSymbolCosts(market, symbol);
      expect(Math.min(halfSpread, slippage, commission)).toBeGreaterThan(0);
      expect(() => toScaled(startPrice)).not.toThrow();
    }
    expect(getSymbolCosts("stocks", "NVDA")).toEqual({
      ...tradingCosts.stocks,
      financing: getSymbolFinancing("stocks", "NVDA"),
    });
  });
});

describe("simulated history", () => {
  const history = simulateHistory("BTC/USD", "seed", END - 3 * DAY_MS, END);

  it("has an hour candle for every hour and minute candles for the last eight", () => {
    expect(history.hourCandles).toHaveLength(72);
    expect(history.minuteCandles).toHaveLength(480);
    for (const [candles, step] of [
      [history.hourCandles, HOUR_MS],
      [history.minuteCandles, 60_000],
    ] as const) {
      candles.forEach(({ time, open, high, low, close, volume }, index) => {
        expect(time).toBe(candles[0]!.time + index * step);
        expect(low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close) && volume > 0).toBe(true);
      });
    }
    expect(history.minute.forming?.time).toBe(END - (END % 60_000));
    expect(history.walk.time).toBe(END);
  });

  it("is the same for the same seed and differs for another", () => {
    expect(simulateHistory("BTC/USD", "seed", END - 3 * DAY_MS, END)).toEqual(history);
    expect(simulateHistory("BTC/USD", "other", END - 3 * DAY_MS, END).walk.price).not.toBe(history.walk.price);
  });

  it("is the same in parts, of which none is long", () => {
    const parts = simulateInParts("BTC/USD", "seed", END - 3 * DAY_MS, END);
    let count = 0;
    let part = parts.next();
    for (; !part.done; part = parts.next()) count += 1;
    expect(part.value).toEqual(history);
    // 64 hours of minutes and 8 of seconds are 32,640 steps.
    expect(count).toBe(6);
  });

  it("continues in live steps to the same prices as a later history", () => {
    const later = simulateHistory("BTC/USD", "seed", END - 3 * DAY_MS, END - 120_000);
    let market = createSimulatedMarket([later.walk]);
    let minute = later.minute;
    for (let second = 0; second < 120; second += 1) {
      const stepped = stepSecond(market);
      const restored = restoreSimulatedMarket(JSON.parse(JSON.stringify(stepped.state)));
      if (restored === null) throw new Error("the state was not restored");
      market = restored;
      minute = addPrice(minute, stepped.prices[0]!).aggregator;
    }
    expect(continueHistory(later.walk, END).walk).toEqual(market.walks[0]);
    // The stretch walked by seconds starts two minutes earlier, so only what follows from one walk can be compared.
    expect(minute.forming).toEqual(continueHistory(later.walk, END).minute.forming);
    expect(listPrices(market)).toEqual([{ symbol: "BTC/USD", price: minute.forming?.close }]);
  });

  it("has no drift, the given volatility, clustering and fat tails", () => {
    // Another seed for each symbol, because the symbols of a group have their calm and active months together.
    const returns = simulatedSymbols.flatMap(({ symbol, yearlyVolatility }) => {
      const { hourCandles } = simulateHistory(symbol, `moments of ${symbol}`, END - MOMENTS_DAYS * DAY_MS, END, 0);
      const hourly = yearlyVolatility / Math.sqrt(365 * 24);
      return hourCandles.slice(1).map(({ close }, index) => (close / hourCandles[index]!.close - 1) / hourly);
    });
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = mean(returns.map((value) => value ** 2));
    expect(Math.abs(mean(returns))).toBeLessThan(4 * Math.sqrt(variance / returns.length));
    expect(Math.sqrt(variance)).toBeGreaterThan(0.85);
    expect(Math.sqrt(variance)).toBeLessThan(1.15);
    expect(mean(returns.map((value) => value ** 4)) / variance ** 2).toBeGreaterThan(4);
    const sizes = returns.map((value) => Math.min(Math.abs(value), 5));
    const centre = mean(sizes);
    const together = mean(sizes.slice(1).map((value, index) => (value - centre) * (sizes[index]! - centre)));
    expect(together / mean(sizes.map((value) => (value - centre) ** 2))).toBeGreaterThan(0.05);
  });

  it("moves as much in sixty seconds as in one minute", () => {
    const definition = simulatedSymbols[0]!;
    const minutes = 30;
    const meanSquare = (step: "second" | "minute") => {
      let squares = 0;
      for (let seed = 0; seed < 200; seed += 1) {
        const walk = copyWalk(startWalk(definition.symbol, `step-${seed}`, END - (END % HOUR_MS)));
        for (let minute = 0; minute < minutes; minute += 1) {
          const before = walk.price;
          for (let count = 0; count < (step === "second" ? 60 : 1); count += 1) moveWalk(walk, definition, step);
          squares += (walk.price / before - 1) ** 2;
        }
      }
      return squares / (200 * minutes);
    };
    const expected = definition.yearlyVolatility ** 2 / 525_600;
    for (const step of ["second", "minute"] as const) {
      expect(Math.sqrt(meanSquare(step) / expected)).toBeGreaterThan(0.8);
      expect(Math.sqrt(meanSquare(step) / expected)).toBeLessThan(1.2);
    }
  });

  it("has the same prices for a seed as before the funds were added", () => {
    const { market } = simulateMarketHistory("seed", END - DAY_MS, END);
    expect(market.walks).toHaveLength(simulatedSymbols.length);
    const priceOf = (symbol: string) => market.walks.find((walk) => walk.symbol === symbol)!.price;
    expect(["EUR/USD", "BTC/USD", "AAPL", "GOLD", "SPX", "DOW"].map(priceOf)).toEqual([
      1.0801659164547874, 65960.41530549136, 195.75253337917098, 2415.314258626457, 5526.439538235429,
      40550.03426540852,
    ]);
  });

  it("of all symbols ends at one time", () => {
    const { market, histories } = simulateMarketHistory("together", END - 3 * DAY_MS, END);
    expect(market.time).toBe(END);
    expect(histories.every(({ hourCandles }) => hourCandles.length === 3 * 24)).toBe(true);
  });

  it("keeps equal copies of what a group shares, also after a downtime", () => {
    let { market } = simulateMarketHistory("copies", END - 2 * DAY_MS, END);
    market = skipMarketTime(market, market.time + 90_000);
    for (let second = 0; second < 90; second += 1) market = stepSecond(market).state;
    expect(restoreSimulatedMarket(JSON.parse(JSON.stringify(market)))).toEqual(market);
    const [first, ...others] = market.walks;
    const apart = { ...market, walks: [{ ...first!, common: { ...first!.common, tail: 2 } }, ...others] };
    expect(restoreSimulatedMarket(apart)).toBeNull();
  });

  it("is restored from a state in which symbols moved independently, at its prices", () => {
    const { market } = simulateMarketHistory("older", END - 2 * DAY_MS, END);
    const walks = market.walks.map(({ common: { regimes }, ...walk }) => ({ ...walk, regimes, burst: 1 }));
    const restored = restoreSimulatedMarket({ version: 2, time: market.time, walks });
    expect(restored).toMatchObject({ version: 3, time: market.time });
    expect(listPrices(restored!)).toEqual(listPrices(market));
    const next = stepSecond(restored!).state;
    expect(restoreSimulatedMarket(JSON.parse(JSON.stringify(next)))).toEqual(next);
  });

  it.each([
    null,
    1,
    {},
    { version: 1, time: END, walks: [] },
    { version: 2, time: END, walks: [{ symbol: "GOLD", time: 1 }] },
    { version: 3, time: END, walks: [{ symbol: "GOLD", time: END }] },
    { version: 3, time: END, walks: [null] },
  ])("is not restored from the damaged %j", (stored) => {
    expect(restoreSimulatedMarket(stored)).toBeNull();
  });
});

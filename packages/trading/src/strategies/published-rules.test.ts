import { describe, expect, it } from "vitest";
import { randomCandles } from "../bot/bot-fixtures.ts";
import { type BarColumns, toBarColumns } from "../bar-columns.ts";
import { freeOfCost } from "../backtest/rule-cases.ts";
import { runBacktest } from "../backtest/run-backtest.ts";
import { buildRule, type Orders, type Parameters, type Strategy } from "./strategy.ts";
import { strategies } from "./strategy-list.ts";

const settings = { ...freeOfCost, cash: 100_000, commission: 0.0005 };

/** The rules again, with each value computed from the whole series up to the bar, as the table of rules says. */
type RestatedRule = (bars: BarColumns, bar: number, orders: Orders) => void;

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
const last = (column: Float64Array, bar: number, count: number) => column.subarray(bar + 1 - count, bar + 1);
const sma = (column: Float64Array, bar: number, count: number) => mean(last(column, bar, count));
const highest = (column: Float64Array, bar: number, count: number) => Math.max(...last(column, bar, count));
const lowest = (column: Float64Array, bar: number, count: number) => Math.min(...last(column, bar, count));

function ema(column: Float64Array, bar: number, count: number): number {
  return column.subarray(count, bar + 1).reduce(
    (value, price) => {
      return value + (2 / (count + 1)) * (price - value);
    },
    mean(column.subarray(0, count)),
  );
}

function rsi(column: Float64Array, bar: number, count: number): number {
  const changes = Array.from(column.subarray(1, bar + 1), (price, index) => price - column[index]!);
  const smooth = (values: number[]) =>
    values
      .slice(count)
      .reduce(
        (value, each) => (value * (count - 1) + each) / count,
        values.slice(0, count).reduce((sum, each) => sum + each, 0) / count,
      );
  const gain = smooth(changes.map((change) => Math.max(change, 0)));
  const loss = smooth(changes.map((change) => Math.max(-change, 0)));
  return 100 - 100 / (1 + gain / loss);
}

function computeBalances({ close, volume }: BarColumns): Float64Array {
  let balance = 0;
  return volume.map((each, bar) => {
    return bar === 0 ? 0 : (balance += Math.sign(close[bar]! - close[bar - 1]!) * each);
  });
}

function findCross(fast: (bar: number) => number, slow: (bar: number) => number, bar: number): number {
  const before = Math.sign(fast(bar - 1) - slow(bar - 1));
  const now = Math.sign(fast(bar) - slow(bar));
  return before * now === -1 ? now : 0;
}

const restatedRules: Readonly<Record<string, { given: Parameters; warmUp: number; wording: RestatedRule }>> = {
  "sma-cross": {
    given: { fast: 4, slow: 9 },
    warmUp: 8,
    wording: ({ close }, bar, orders) => {
      const cross = findCross(
        (at) => sma(close, at, 4),
        (at) => sma(close, at, 9),
        bar,
      );
      if (cross !== 0) orders.enter(cross > 0 ? 1 : -1);
    },
  },
  "sma-bracket": {
    given: { fast: 4, slow: 9, stopLossPct: 0.5, takeProfitPct: 1, bothSides: 1 },
    warmUp: 8,
    wording: ({ close }, bar, orders) => {
      const cross = findCross(
        (at) => sma(close, at, 4),
        (at) => sma(close, at, 9),
        bar,
      );
      const price = close[bar]!;
      if (orders.position === 0 && cross > 0) orders.enter(1, price * 0.995, price * 1.01);
      if (orders.position === 0 && cross < 0) orders.enter(-1, price * 1.005, price * 0.99);
    },
  },
  "rsi-reversion": {
    given: { period: 5, low: 35, high: 60, stopLossPct: 1 },
    warmUp: 5,
    wording: ({ close }, bar, orders) => {
      const strength = rsi(close, bar, 5);
      if (orders.position === 0 && strength < 35) orders.enter(1, close[bar]! * 0.99);
      if (strength > 60) orders.exit();
    },
  },
  "roc-momentum": {
    given: { period: 7 },
    warmUp: 7,
    wording: ({ close }, bar, orders) => {
      if (close[bar]! / close[bar - 7]! - 1 <= 0) orders.exit();
      else if (orders.position === 0) orders.enter(1);
    },
  },
  donchian: {
    given: { entry: 8, exit: 4 },
    warmUp: 8,
    wording: ({ high, low, close }, bar, orders) => {
      if (orders.position === 0 && close[bar]! > highest(high, bar - 1, 8)) orders.enter(1);
      if (orders.position !== 0 && close[bar]! < lowest(low, bar - 1, 4)) orders.exit();
    },
  },
  "donchian-stop": {
    given: { entry: 8, exit: 4 },
    warmUp: 8,
    wording: ({ high, low, close }, bar, orders) => {
      const upper = highest(high, bar, 8);
      if (orders.position === 0) orders.restBuyStop(upper > close[bar]! ? upper : NaN);
      else orders.moveStop(lowest(low, bar, 4));
    },
  },
  "rsi2-swing": {
    given: {},
    warmUp: 199,
    wording: ({ close }, bar, orders) => {
      if (orders.position !== 0 && close[bar]! > sma(close, bar, 5)) orders.exit();
      if (orders.position === 0 && close[bar]! > sma(close, bar, 200) && rsi(close, bar, 2) < 10) orders.enter(1);
    },
  },
  "obv-trend": {
    given: { period: 6 },
    warmUp: 5,
    wording: (bars, bar, orders) => {
      const balance = computeBalances(bars);
      const cross = findCross(
        (at) => balance[at]!,
        (at) => sma(balance, at, 6),
        bar,
      );
      if (cross > 0 && orders.position === 0) orders.enter(1);
      if (cross < 0) orders.exit();
    },
  },
  "ema-scalp": {
    given: { fast: 3, slow: 8, stopLoss: 0.4, takeProfit: 0.6 },
    warmUp: 7,
    wording: ({ close }, bar, orders) => {
      const cross = findCross(
        (at) => ema(close, at, 3),
        (at) => ema(close, at, 8),
        bar,
      );
      const price = close[bar]!;
      if (orders.position === 0 && cross !== 0) {
        orders.enter(cross > 0 ? 1 : -1, price - cross * 0.4, price + cross * 0.6);
      }
    },
  },
  "bollinger-fade": {
    given: { period: 10, deviations: 1.5 },
    warmUp: 9,
    wording: ({ close }, bar, orders) => {
      const middle = sma(close, bar, 10);
      const deviation = Math.sqrt(mean(last(close, bar, 10).map((price) => (price - middle) ** 2)));
      if (orders.position === 0 && close[bar]! < middle - 1.5 * deviation) orders.enter(1);
      if (orders.position !== 0 && close[bar]! >= middle) orders.exit();
    },
  },
  tsmom: {
    given: { period: 30, hold: 7 },
    warmUp: 30,
    wording: ({ close }, bar, orders) => {
      const change = close[bar]! / close[bar - 30]! - 1;
      if ((bar - 31) % 7 !== 0) return;
      if (change > 0 && orders.position <= 0) orders.enter(1);
      if (change < 0 && orders.position >= 0) orders.enter(-1);
    },
  },
};

/** A rule that reads earlier bars, which the product's rules do not. */
function toStrategy(warmUp: number, wording: RestatedRule): Strategy {
  return {
    name: "worded",
    description: "",
    parameters: {},
    createRule: () =>
      buildRule(
        {},
        {
          warmUp,
          advance() {
            // The restated rule reads the bars up to this one.
          },
          decide: (bars, bar, orders) => {
            wording(bars, bar, orders);
          },
        },
      ),
  };
}

/** Random bars with volume, like those of a file. */
function randomBars(seed: string, count: number): BarColumns {
  return toBarColumns(
    randomCandles(seed, count).map((candle, bar) => ({ ...candle, volume: 1 + ((bar * 7919) % 13) })),
  );
}

const publishedRules = strategies.filter(({ name }) => Object.hasOwn(restatedRules, name));

describe.each(publishedRules)("$name", (strategy) => {
  const { given, warmUp, wording } = restatedRules[strategy.name]!;

  it("follows its rule on random bars", () => {
    let trades = 0;
    for (const seed of ["one", "two", "three"]) {
      const bars = randomBars(seed, 600);
      const result = runBacktest(bars, strategy, given, settings);
      const expected = runBacktest(bars, toStrategy(warmUp, wording), {}, settings);
      expect(result.warmUp).toBe(warmUp);
      expect(result.trades.toArray()).toEqual(expected.trades.toArray());
      trades += result.trades.length;
    }
    expect(trades).toBeGreaterThan(3);
  });

  it("does not depend on later bars", () => {
    const candles = randomCandles("ahead", 500).map((candle) => ({ ...candle, volume: 3 }));
    const whole = runBacktest(toBarColumns(candles), strategy, given, settings).equity;
    const part = runBacktest(toBarColumns(candles.slice(0, 350)), strategy, given, settings).equity;
    expect(part).toEqual(whole.slice(0, 350));
  });

  it("handles a series shorter than its warm-up, and prices that never move", () => {
    expect(runBacktest(randomBars("short", 3), strategy, {}, settings).trades.length).toBe(0);
    const still = toBarColumns(
      randomCandles("still", 400).map((candle) => ({ ...candle, open: 7.1, high: 7.1, low: 7.1, close: 7.1 })),
    );
    expect(runBacktest(still, strategy, {}, settings).trades.length).toBe(0);
  });

  it("declares parameters whose defaults are in range", () => {
    for (const { default: usual, minimum, maximum, unit } of Object.values(strategy.parameters)) {
      expect(usual >= minimum && usual <= maximum && unit.length > 0).toBe(true);
    }
  });
});

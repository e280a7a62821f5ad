import { describe, expect, it } from "vitest";
import { randomCandles } from "../bot/bot-fixtures.ts";
import { type Candle, intervalMs } from "../candle.ts";
import { buildRule, type Strategy } from "../strategies/strategy.ts";
import { strategies } from "../strategies/strategy-list.ts";
import { trendFollowing } from "../strategies/trend-following.ts";
import { findLookAhead, findStartDependence } from "./look-ahead.ts";

const BAR_MS = intervalMs["1d"];
const candles: readonly Candle[] = randomCandles("look ahead", 2_400).map((each, day) => {
  return { ...each, time: Date.UTC(2000, 0, 1) + day * BAR_MS, volume: 1 + ((day * 7) % 13) };
});

/** Follows the trend, but its stop is put just below the low of the bar to come. */
const leaking: Strategy = {
  ...trendFollowing,
  name: "leaking",
  createRule(parameters) {
    const honest = trendFollowing.createRule(parameters);
    return {
      ...honest,
      decide(bars, bar, orders, context) {
        const next = bars.low[bar + 1] ?? bars.low[bar] ?? NaN;
        honest.decide(bars, bar, { ...orders, enter: (direction) => orders.enter(direction, next * 0.999) }, context);
      },
    };
  },
};

/** Buys whenever the close is above the mean of all closes since its first bar. */
const startDependent: Strategy = {
  name: "start-dependent",
  description: "Compares with the mean of all bars so far.",
  parameters: {},
  createRule() {
    let [count, sum] = [0, 0];
    return buildRule(
      {},
      {
        warmUp: 0,
        advance(bars, bar) {
          count += 1;
          sum += bars.close[bar] ?? NaN;
        },
        decide(bars, bar, orders) {
          if ((bars.close[bar] ?? NaN) > sum / count) orders.enter(1, 1);
        },
      },
    );
  },
};

describe("findLookAhead", () => {
  const ends = [900, 1_533, 2_399];

  it.each(strategies)("finds none in $name", (strategy) => {
    expect(findLookAhead(strategy, candles, ends, { barMs: BAR_MS })).toBeNull();
  });

  it("finds a planted leak", () => {
    const everyEnd = Array.from({ length: 400 }, (_, index) => 400 + index);
    expect(findLookAhead(leaking, candles, everyEnd, { barMs: BAR_MS })).toMatchObject({ position: 0 });
    expect(findLookAhead(trendFollowing, candles, everyEnd.slice(0, 50), { barMs: BAR_MS })).toBeNull();
  });
});

describe("findStartDependence", () => {
  // Multiples of 20 and 21, the bars after which two of the strategies decide again.
  const starts = [420, 840];
  const options = { barMs: BAR_MS, settle: 1_200, tolerance: 0.001 };

  it.each(strategies)("finds none in $name", (strategy) => {
    expect(findStartDependence(strategy, candles, starts, options)).toBeNull();
  });

  it("finds a rule that remembers where its series began", () => {
    expect(findStartDependence(startDependent, candles, starts, options)).not.toBeNull();
  });
});

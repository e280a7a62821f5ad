import { createIndicator } from "../indicators/create-indicator.ts";
import { RunningExponentialMean } from "../indicators/running-exponential-mean.ts";
import { buildRule, declareBarCount, readParameter, type Strategy, crossesAbove } from "./strategy.ts";

/**
 * Scalping, both ways, entered only when flat: the fast exponential average crosses above the slow one: long, below: short, with stop and
 * target at fixed distances from the close at which it was decided.
 * Source: the crossing of exponential averages of G. Appel, Technical Analysis: Power Tools for Active Investors (2005), at the short
 * Fibonacci lengths 5 and 13; distances are 10 and 15 pips of a currency pair with four places.
 */
export const emaScalp: Strategy = {
  name: "ema-scalp",
  description: "Flat and the fast exponential average crosses the slow one: that way, with a fixed stop and target.",
  parameters: {
    fast: declareBarCount(5),
    slow: declareBarCount(13),
    stopLoss: { default: 0.001, minimum: 1e-9, maximum: 1e9, unit: "price" },
    takeProfit: { default: 0.0015, minimum: 1e-9, maximum: 1e9, unit: "price" },
  },

  createRule(parameters, indicator = createIndicator) {
    const fastPeriod = readParameter(parameters, "fast");
    const slowPeriod = readParameter(parameters, "slow");
    const stop = readParameter(parameters, "stopLoss");
    const target = readParameter(parameters, "takeProfit");
    const fast = indicator(RunningExponentialMean, ["close"], fastPeriod);
    const slow = indicator(RunningExponentialMean, ["close"], slowPeriod);
    return buildRule(
      { fast, slow },
      {
        warmUp: Math.max(fastPeriod, slowPeriod) - 1,
        advance({ close }, bar) {
          const price = close[bar] as number;
          fast.push(price);
          slow.push(price);
        },
        decide({ close }, bar, orders) {
          if (orders.position !== 0) return;
          const price = close[bar] as number;
          if (crossesAbove(fast, slow)) orders.enter(1, price - stop, price + target);
          else if (crossesAbove(slow, fast)) orders.enter(-1, price + stop, price - target);
        },
      },
    );
  },
};

import { createIndicator } from "../indicators/create-indicator.ts";
import { RunningMean } from "../indicators/running-mean.ts";
import { buildRule, crossesAbove, declareBarCount, FLAG_UNIT, readParameter, type Strategy } from "./strategy.ts";

/**
 * A moving average cross with a bracket, entered only when flat: cross up long, cross down short if `bothSides`; stop and target are
 * per cent of the close at which it was decided, and nothing else closes the trade.
 * Source: the averages as in Brock, Lakonishok, LeBaron (1992); the bracket is the bracket order of brokers, as in kernc/backtesting.py's
 * buy(sl, tp).
 */
export const smaBracket: Strategy = {
  name: "sma-bracket",
  description:
    "Flat and the fast average crosses above the slow one: long with stop and target (short on the way down, if bothSides).",
  parameters: {
    fast: declareBarCount(10),
    slow: declareBarCount(20),
    stopLossPct: { default: 5, minimum: 0.001, maximum: 99, unit: "% of the close" },
    takeProfitPct: { default: 10, minimum: 0.001, maximum: 1_000, unit: "% of the close" },
    bothSides: { default: 0, minimum: 0, maximum: 1, unit: FLAG_UNIT },
  },

  createRule(parameters, indicator = createIndicator) {
    const fastPeriod = readParameter(parameters, "fast");
    const slowPeriod = readParameter(parameters, "slow");
    const stop = readParameter(parameters, "stopLossPct") / 100;
    const target = readParameter(parameters, "takeProfitPct") / 100;
    const bothSides = readParameter(parameters, "bothSides") === 1;
    const fast = indicator(RunningMean, ["close"], fastPeriod);
    const slow = indicator(RunningMean, ["close"], slowPeriod);
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
          if (crossesAbove(fast, slow)) orders.enter(1, price * (1 - stop), price * (1 + target));
          else if (bothSides && crossesAbove(slow, fast)) orders.enter(-1, price * (1 + stop), price * (1 - target));
        },
      },
    );
  },
};

/**
 * Two moving averages, always in the market once they have crossed: the fast simple average of closes crosses above the slow one: long;
 * below: short; each order closes what is held.
 * Source: W. Brock, J. Lakonishok, B. LeBaron, Simple Technical Trading Rules and the Stochastic Properties of Stock Returns,
 * Journal of Finance 47 (1992), the variable-length moving average rule without a band.
 */
export const smaCross: Strategy = {
  name: "sma-cross",
  description: "Fast average crosses above the slow one: long; below: short.",
  parameters: { fast: declareBarCount(10), slow: declareBarCount(20) },

  createRule(parameters, indicator = createIndicator) {
    const fastPeriod = readParameter(parameters, "fast");
    const slowPeriod = readParameter(parameters, "slow");
    const fast = indicator(RunningMean, ["close"], fastPeriod);
    const slow = indicator(RunningMean, ["close"], slowPeriod);
    return buildRule(
      { fast, slow },
      {
        warmUp: Math.max(fastPeriod, slowPeriod) - 1,
        advance({ close }, bar) {
          const price = close[bar] as number;
          fast.push(price);
          slow.push(price);
        },
        decide(_bars, _bar, orders) {
          if (crossesAbove(fast, slow)) orders.enter(1);
          else if (crossesAbove(slow, fast)) orders.enter(-1);
        },
      },
    );
  },
};

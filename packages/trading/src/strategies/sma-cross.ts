import { createIndicator } from "../indicators/create-indicator.ts";
import { RunningMean } from "../indicators/running-mean.ts";
import { buildRule, declareBarCount, readParameter, type Strategy, crossesAbove } from "./strategy.ts";

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

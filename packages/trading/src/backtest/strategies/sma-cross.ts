import { RunningMean } from "../../indicators/running-mean.ts";
import { readParameter } from "../../strategies/strategy.ts";
import { declareBarCount, type BacktestStrategy, crossesAbove } from "../backtest-strategy.ts";

/**
 * Two moving averages, always in the market once they have crossed: the fast simple average of closes crosses above the slow one: long;
 * below: short; each order closes what is held.
 * Source: W. Brock, J. Lakonishok, B. LeBaron, Simple Technical Trading Rules and the Stochastic Properties of Stock Returns,
 * Journal of Finance 47 (1992), the variable-length moving average rule without a band.
 */
export const smaCross: BacktestStrategy = {
  name: "sma-cross",
  description: "Fast average crosses above the slow one: long; below: short.",
  parameters: { fast: declareBarCount(10), slow: declareBarCount(20) },

  createRule({ close }, parameters) {
    const fastPeriod = readParameter(parameters, "fast");
    const slowPeriod = readParameter(parameters, "slow");
    const fast = new RunningMean(fastPeriod);
    const slow = new RunningMean(slowPeriod);
    return {
      warmUp: Math.max(fastPeriod, slowPeriod) - 1,
      advance(bar) {
        fast.push(close[bar] as number);
        slow.push(close[bar] as number);
      },
      decide(_bar, orders) {
        if (crossesAbove(fast, slow)) orders.enter(1);
        else if (crossesAbove(slow, fast)) orders.enter(-1);
      },
    };
  },
};

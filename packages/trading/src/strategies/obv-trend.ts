import { createIndicator } from "../indicators/create-indicator.ts";
import { OnBalanceVolume } from "../indicators/on-balance-volume.ts";
import { RunningMean } from "../indicators/running-mean.ts";
import { buildRule, declareBarCount, readParameter, type Strategy, crossesAbove } from "./strategy.ts";

/**
 * Volume analysis, long only: on-balance volume crosses above its own simple average: long if flat; below: close.
 * Source: J. Granville, New Key to Stock Market Profits (1963); the average as signal line as in J. Murphy, Technical Analysis of the
 * Financial Markets (1999), chapter 7. A source without volume never trades.
 */
export const obvTrend: Strategy = {
  name: "obv-trend",
  description: "On-balance volume crosses above its average: long if flat; below: close.",
  parameters: { period: declareBarCount(20) },

  createRule(parameters, indicator = createIndicator) {
    const period = readParameter(parameters, "period");
    const balance = indicator(OnBalanceVolume, ["close", "volume"]);
    const average = new RunningMean(period);
    return buildRule(
      { balance, average },
      {
        warmUp: period - 1,
        advance({ close, volume }, bar) {
          balance.push(close[bar] as number, volume[bar] as number);
          average.push(balance.value);
        },
        decide(_bars, _bar, orders) {
          if (crossesAbove(average, balance)) orders.exit();
          else if (orders.position === 0 && crossesAbove(balance, average)) orders.enter(1);
        },
      },
    );
  },
};

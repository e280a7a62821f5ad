import { OnBalanceVolume } from "../../indicators/on-balance-volume.ts";
import { RunningMean } from "../../indicators/running-mean.ts";
import { readParameter } from "../../strategies/strategy.ts";
import { declareBarCount, type BacktestStrategy, crossesAbove } from "../backtest-strategy.ts";

/**
 * Volume analysis, long only: on-balance volume crosses above its own simple average: long if flat; below: close.
 * Source: J. Granville, New Key to Stock Market Profits (1963); the average as signal line as in J. Murphy, Technical Analysis of the
 * Financial Markets (1999), chapter 7. A source without volume never trades.
 */
export const obvTrend: BacktestStrategy = {
  name: "obv-trend",
  description: "On-balance volume crosses above its average: long if flat; below: close.",
  parameters: { period: declareBarCount(20) },

  createRule({ close, volume }, parameters) {
    const period = readParameter(parameters, "period");
    const balance = new OnBalanceVolume();
    const line = { previous: NaN, value: NaN };
    const average = new RunningMean(period);
    return {
      warmUp: period - 1,
      advance(bar) {
        balance.push(close[bar] as number, volume[bar] as number);
        line.previous = line.value;
        line.value = balance.value;
        average.push(balance.value);
      },
      decide(_bar, orders) {
        if (crossesAbove(average, line)) orders.exit();
        else if (orders.position === 0 && crossesAbove(line, average)) orders.enter(1);
      },
    };
  },
};

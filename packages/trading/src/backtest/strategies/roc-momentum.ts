import { readParameter } from "../../strategies/strategy.ts";
import { declareBarCount, type BacktestStrategy } from "../backtest-strategy.ts";

/**
 * Momentum by rate of change: the close above that of `period` bars ago: long if flat; else close.
 * Source: rate of change as in J. Murphy, Technical Analysis of the Financial Markets (1999), chapter 10, crossing its zero line.
 */
export const rocMomentum: BacktestStrategy = {
  name: "roc-momentum",
  description: "Close above the close some bars ago: long if flat; else close.",
  parameters: { period: declareBarCount(10) },

  createRule({ close }, parameters) {
    const period = readParameter(parameters, "period");
    let change = NaN;
    return {
      warmUp: period,
      advance(bar) {
        change = (close[bar] as number) / (close[bar - period] ?? NaN) - 1;
      },
      decide(_bar, orders) {
        if (!(change > 0)) orders.exit();
        else if (orders.position === 0) orders.enter(1);
      },
    };
  },
};

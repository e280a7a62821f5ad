import { RollingWindow } from "../indicators/rolling-window.ts";
import { buildRule, declareBarCount, readParameter, type Strategy } from "./strategy.ts";

/**
 * Momentum by rate of change: the close above that of `period` bars ago: long if flat; else close.
 * Source: rate of change as in J. Murphy, Technical Analysis of the Financial Markets (1999), chapter 10, crossing its zero line.
 */
export const rocMomentum: Strategy = {
  name: "roc-momentum",
  description: "Close above the close some bars ago: long if flat; else close.",
  parameters: { period: declareBarCount(10) },

  createRule(parameters) {
    const period = readParameter(parameters, "period");
    const closes = new RollingWindow(period + 1);
    return buildRule(
      { closes },
      {
        warmUp: period,
        advance({ close }, bar) {
          closes.push(close[bar] as number);
        },
        decide(_bars, _bar, orders) {
          const change = closes.at(0) / closes.at(period) - 1;
          if (!(change > 0)) orders.exit();
          else if (orders.position === 0) orders.enter(1);
        },
      },
    );
  },
};

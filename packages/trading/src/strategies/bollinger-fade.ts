import { RunningMean } from "../indicators/running-mean.ts";
import { buildRule, declareBarCount, readParameter, type Strategy } from "./strategy.ts";

/**
 * Fading the lower Bollinger band, long only: flat and the close below it: long; the close at or above the middle: close.
 * Source: J. Bollinger, Bollinger on Bollinger Bands (2001): 20 bars, two population deviations.
 */
export const bollingerFade: Strategy = {
  name: "bollinger-fade",
  description: "Flat and close below the lower band: long; close at or above the middle: close.",
  parameters: {
    period: declareBarCount(20),
    deviations: { default: 2, minimum: 0.01, maximum: 100, unit: "population deviations" },
  },

  createRule(parameters) {
    const period = readParameter(parameters, "period");
    const deviations = readParameter(parameters, "deviations");
    const middle = new RunningMean(period);
    return buildRule(
      { middle },
      {
        warmUp: period - 1,
        advance({ close }, bar) {
          middle.push(close[bar] as number);
        },
        decide({ close }, bar, orders) {
          const price = close[bar] as number;
          if (orders.position === 0) {
            if (price < middle.value - deviations * middle.deviation()) orders.enter(1);
          } else if (price >= middle.value) {
            orders.exit();
          }
        },
      },
    );
  },
};

import { createIndicator } from "../indicators/create-indicator.ts";
import { RunningMean } from "../indicators/running-mean.ts";
import { RunningRelativeStrength } from "../indicators/running-relative-strength.ts";
import { buildRule, type Strategy } from "./strategy.ts";

const TREND_PERIOD = 200;
const EXIT_PERIOD = 5;
const STRENGTH_PERIOD = 2;
const OVERSOLD = 10;

/**
 * Swing trading of dips in a rising market, long only: flat, the close above its 200-bar average and RSI(2) below 10: long; the close above
 * its 5-bar average: close.
 * Source: L. Connors, C. Alvarez, Short Term Trading Strategies That Work (2008).
 */
export const rsi2Swing: Strategy = {
  name: "rsi2-swing",
  description: "Close above its 200-bar average and RSI(2) below 10: long; close above its 5-bar average: close.",
  parameters: {},

  createRule(_parameters, indicator = createIndicator) {
    const trend = indicator(RunningMean, ["close"], TREND_PERIOD);
    const exit = indicator(RunningMean, ["close"], EXIT_PERIOD);
    const strength = indicator(RunningRelativeStrength, ["close"], STRENGTH_PERIOD);
    return buildRule(
      { trend, exit, strength },
      {
        warmUp: TREND_PERIOD - 1,
        advance({ close }, bar) {
          const price = close[bar] as number;
          trend.push(price);
          exit.push(price);
          strength.push(price);
        },
        decide({ close }, bar, orders) {
          const price = close[bar] as number;
          if (orders.position === 0) {
            if (price > trend.value && strength.value < OVERSOLD) orders.enter(1);
          } else if (price > exit.value) {
            orders.exit();
          }
        },
      },
    );
  },
};

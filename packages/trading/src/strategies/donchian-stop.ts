import { createIndicator } from "../indicators/create-indicator.ts";
import { RunningExtreme } from "../indicators/running-extreme.ts";
import { buildRule, declareBarCount, readParameter, type Strategy } from "./strategy.ts";

/**
 * Channel breakout by resting orders, long only: flat: a buy-stop at the highest high of the last `entry` bars if that is above the close,
 * renewed every bar; long: the stop-loss lies at the lowest low of the last `exit` bars, moved every bar.
 * Source: C. Faith, The Original Turtle Trading Rules (2003), System 1: entries and exits by orders at the channel's edges.
 */
export const donchianStop: Strategy = {
  name: "donchian-stop",
  description: "Flat: a buy-stop at the highest high of the last bars; long: a stop-loss at their lowest low.",
  parameters: { entry: declareBarCount(20), exit: declareBarCount(10) },

  createRule(parameters, indicator = createIndicator) {
    const entryPeriod = readParameter(parameters, "entry");
    const exitPeriod = readParameter(parameters, "exit");
    const upper = indicator(RunningExtreme, ["high"], "highest", entryPeriod);
    const lower = indicator(RunningExtreme, ["low"], "lowest", exitPeriod);
    return buildRule(
      { upper, lower },
      {
        warmUp: Math.max(entryPeriod, exitPeriod),
        advance({ high, low }, bar) {
          upper.push(high[bar] as number);
          lower.push(low[bar] as number);
        },
        decide({ close }, bar, orders) {
          if (orders.position !== 0) {
            orders.moveStop(lower.value);
          } else {
            orders.restBuyStop(upper.value > (close[bar] as number) ? upper.value : NaN);
          }
        },
      },
    );
  },
};

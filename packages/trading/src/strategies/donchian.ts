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

/**
 * Channel breakout, long only: flat and the close above the highest high of the `entry` bars before this one: long; the close below the
 * lowest low of the `exit` bars before it: close.
 * Source: R. Donchian's channel with the Turtles' System 1 lengths, C. Faith, The Original Turtle Trading Rules (2003), decided on
 * closes, without the stop and the adding to positions.
 */
export const donchian: Strategy = {
  name: "donchian",
  description: "Flat and close above the highest high of the bars before: long; close below their lowest low: close.",
  parameters: { entry: declareBarCount(20), exit: declareBarCount(10) },

  createRule(parameters, indicator = createIndicator) {
    const entryPeriod = readParameter(parameters, "entry");
    const exitPeriod = readParameter(parameters, "exit");
    const upper = indicator(RunningExtreme, ["high"], "highest", entryPeriod);
    const lower = indicator(RunningExtreme, ["low"], "lowest", exitPeriod);
    return buildRule(
      { upper, lower },
      {
        // The channel of the bars before this one: its first value comes a bar after it is full.
        warmUp: Math.max(entryPeriod, exitPeriod),
        advance({ high, low }, bar) {
          upper.push(high[bar] as number);
          lower.push(low[bar] as number);
        },
        decide({ close }, bar, orders) {
          const price = close[bar] as number;
          if (orders.position === 0) {
            if (price > upper.previous) orders.enter(1);
          } else if (price < lower.previous) {
            orders.exit();
          }
        },
      },
    );
  },
};

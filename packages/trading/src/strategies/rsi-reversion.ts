import { createIndicator } from "../indicators/create-indicator.ts";
import { RunningRelativeStrength } from "../indicators/running-relative-strength.ts";
import { buildRule, declareBarCount, readParameter, type Strategy } from "./strategy.ts";

/**
 * Mean reversion by the relative strength index: flat and RSI below `low`: long, with a stop in per cent of that close; RSI above `high`: close.
 * Source: J. Welles Wilder, New Concepts in Technical Trading Systems (1978): 14 bars, 30 and 70.
 */
export const rsiReversion: Strategy = {
  name: "rsi-reversion",
  description: "Flat and RSI below low: long with a stop; RSI above high: close.",
  parameters: {
    period: declareBarCount(14),
    low: { default: 30, minimum: 0, maximum: 100, unit: "RSI points" },
    high: { default: 70, minimum: 0, maximum: 100, unit: "RSI points" },
    stopLossPct: { default: 2, minimum: 0.001, maximum: 99, unit: "% of the close" },
  },

  createRule(parameters, indicator = createIndicator) {
    const period = readParameter(parameters, "period");
    const low = readParameter(parameters, "low");
    const high = readParameter(parameters, "high");
    const stop = readParameter(parameters, "stopLossPct") / 100;
    const strength = indicator(RunningRelativeStrength, ["close"], period);
    return buildRule(
      { strength },
      {
        warmUp: period,
        advance({ close }, bar) {
          strength.push(close[bar] as number);
        },
        decide({ close }, bar, orders) {
          if (orders.position === 0) {
            if (strength.value < low) orders.enter(1, (close[bar] as number) * (1 - stop));
          } else if (strength.value > high) {
            orders.exit();
          }
        },
      },
    );
  },
};

import { AverageTrueRange } from "../indicators/average-true-range.ts";
import { createIndicator } from "../indicators/create-indicator.ts";
import { RunningExponentialMean } from "../indicators/running-exponential-mean.ts";
import { enterWithBracket } from "./enter-with-bracket.ts";
import { type BotStrategy, buildRule, crossesAbove, readParameter } from "./strategy.ts";

/**
 * Scalping by a cross of two short averages, long and short. Flat: buys when the fast average crosses above the slow one,
 * sells when it crosses below, with a bracket of `stopAtr` and `targetAtr` average true ranges. It does not trade while the
 * target is worth less than `costMultiple` round trips, because such a trade can only lose. Closes after `maximumBars` bars
 * (time stop).
 * Source: the moving-average cross as in J. Murphy, Technical Analysis of the Financial Markets (1999), chapter 9, with
 * the 5/13 Fibonacci pair common in short-term trading; bracket by Wilder's ATR (1978); time stop as in
 * M. López de Prado, Advances in Financial Machine Learning (2018), chapter 3 (the triple barrier).
 */
export const scalping: BotStrategy = {
  name: "scalping",
  family: "Scalping",
  description:
    "Buys when a short average crosses above a slower one, sells short when it crosses below; a tight stop and target in average ranges. Stays out while prices move too little to pay the costs. Closes after a few bars in any case.",
  parameters: {
    fast: { default: 5, minimum: 1, maximum: 200, unit: "bars" },
    slow: { default: 13, minimum: 2, maximum: 500, unit: "bars" },
    atr: { default: 14, minimum: 2, maximum: 200, unit: "bars" },
    stopAtr: { default: 1.5, minimum: 0.1, maximum: 20, unit: "average true ranges" },
    targetAtr: { default: 2, minimum: 0.1, maximum: 20, unit: "average true ranges" },
    costMultiple: { default: 2, minimum: 0, maximum: 20, unit: "round-trip costs" },
    maximumBars: { default: 3, minimum: 1, maximum: 500, unit: "bars" },
  },

  createRule(parameters, indicator = createIndicator) {
    const [fastPeriod, slowPeriod, atr] = [
      readParameter(parameters, "fast"),
      readParameter(parameters, "slow"),
      readParameter(parameters, "atr"),
    ];
    const stopAtr = readParameter(parameters, "stopAtr");
    const targetAtr = readParameter(parameters, "targetAtr");
    const costMultiple = readParameter(parameters, "costMultiple");
    const maximumBars = readParameter(parameters, "maximumBars");
    const fast = indicator(RunningExponentialMean, ["close"], fastPeriod);
    const slow = indicator(RunningExponentialMean, ["close"], slowPeriod);
    const range = indicator(AverageTrueRange, ["high", "low", "close"], atr);
    return buildRule(
      { fast, slow, range },
      {
        warmUp: Math.max(fastPeriod, slowPeriod, atr) - 1,
        advance(bars, bar) {
          const close = bars.close[bar] as number;
          fast.push(close);
          slow.push(close);
          range.push(bars.high[bar] as number, bars.low[bar] as number, close);
        },
        decide(bars, bar, orders, { roundTripCost }) {
          if (orders.position !== 0) {
            if (orders.barsHeld >= maximumBars) orders.exit();
            return;
          }
          const direction = crossesAbove(fast, slow) ? 1 : crossesAbove(slow, fast) ? -1 : 0;
          if (direction === 0) return;
          const close = bars.close[bar] as number;
          const targetDistance = targetAtr * range.value;
          if (!(targetDistance >= costMultiple * roundTripCost * close)) return;
          enterWithBracket(orders, direction, close, stopAtr * range.value, targetDistance);
        },
      },
    );
  },
};

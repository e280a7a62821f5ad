import { AverageTrueRange } from "../indicators/average-true-range.ts";
import { createIndicator } from "../indicators/create-indicator.ts";
import { RunningMean } from "../indicators/running-mean.ts";
import { RunningRelativeStrength } from "../indicators/running-relative-strength.ts";
import { enterWithBracket } from "./enter-with-bracket.ts";
import { type BotStrategy, buildRule, readParameter } from "./strategy.ts";

/**
 * Swing trading of pullbacks within the trend, long and short. Flat: with the close above its average of `trend` bars, it
 * buys a dip when the RSI of `rsi` bars is below `extreme`; below that average, it sells a rally when the RSI is above
 * 100 − `extreme`. It does so only when the distance to the average of the last `exit` bars is at least the costs of
 * `costMultiple` round trips. The stop is `stopAtr` average true ranges away. A trade closes when the close is across the
 * average of the last `exit` bars in its favour.
 * Source: L. Connors, C. Alvarez, Short Term Trading Strategies That Work (2008): RSI(2) under 5 above the 200-day average,
 * out above the 5-day one, and the mirror image for shorts. Differences: every trade has a stop, dips smaller than their
 * costs are ignored, and the bars are those of the feed.
 */
export const swingTrading: BotStrategy = {
  name: "swing-trading",
  family: "Swing-Trading",
  description:
    "Buys a sharp dip while the price is above its long average, sells short a sharp rally while it is below; a stop some average ranges away. Closes when the price is back at the average of the last bars.",
  parameters: {
    trend: { default: 200, minimum: 2, maximum: 500, unit: "bars" },
    rsi: { default: 2, minimum: 1, maximum: 100, unit: "bars" },
    extreme: { default: 5, minimum: 0.1, maximum: 50, unit: "points of RSI" },
    exit: { default: 5, minimum: 1, maximum: 200, unit: "bars" },
    atr: { default: 14, minimum: 2, maximum: 200, unit: "bars" },
    stopAtr: { default: 3, minimum: 0.1, maximum: 50, unit: "average true ranges" },
    costMultiple: { default: 3, minimum: 0, maximum: 50, unit: "round-trip costs" },
  },

  createRule(parameters, indicator = createIndicator) {
    const [trendPeriod, rsi, exit, atr] = [
      readParameter(parameters, "trend"),
      readParameter(parameters, "rsi"),
      readParameter(parameters, "exit"),
      readParameter(parameters, "atr"),
    ];
    const extreme = readParameter(parameters, "extreme");
    const stopAtr = readParameter(parameters, "stopAtr");
    const costMultiple = readParameter(parameters, "costMultiple");
    const trend = indicator(RunningMean, ["close"], trendPeriod);
    const recent = indicator(RunningMean, ["close"], exit);
    const strength = indicator(RunningRelativeStrength, ["close"], rsi);
    const range = indicator(AverageTrueRange, ["high", "low", "close"], atr);
    return buildRule(
      { trend, recent, strength, range },
      {
        warmUp: Math.max(trendPeriod - 1, rsi, exit - 1, atr - 1),
        advance(bars, bar) {
          const close = bars.close[bar] as number;
          trend.push(close);
          recent.push(close);
          strength.push(close);
          range.push(bars.high[bar] as number, bars.low[bar] as number, close);
        },
        decide(bars, bar, orders, { roundTripCost }) {
          const close = bars.close[bar] as number;
          if (orders.position !== 0) {
            if (orders.position > 0 ? close > recent.value : close < recent.value) orders.exit();
            return;
          }
          const least = costMultiple * roundTripCost * close;
          if (close > trend.value && strength.value < extreme && recent.value - close > least) {
            enterWithBracket(orders, 1, close, stopAtr * range.value);
          } else if (close < trend.value && strength.value > 100 - extreme && close - recent.value > least) {
            enterWithBracket(orders, -1, close, stopAtr * range.value);
          }
        },
      },
    );
  },
};

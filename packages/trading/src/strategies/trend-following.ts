import { AverageTrueRange } from "../indicators/average-true-range.ts";
import { createIndicator } from "../indicators/create-indicator.ts";
import { RunningExtreme } from "../indicators/running-extreme.ts";
import { enterWithBracket } from "./enter-with-bracket.ts";
import { type BotStrategy, buildRule, readParameter } from "./strategy.ts";

/**
 * Trend following by channel breakout, long and short. Flat: buys on a close above the highest high of the `entry` bars
 * before, and sells on a close below their lowest low; the stop is `stopAtr` average true ranges away. A trade closes on a
 * close beyond the opposite edge of the `exit` bars before.
 * Source: the rules published as C. Faith, The Original Turtle Trading Rules (2003), after R. Donchian's four-week rule:
 * 20/10 and 55/20 days, stop 2 N, N being Wilder's 20-day average. Departures: decided on the close and not on a
 * resting stop order, no adding to a position, the bars are those of the feed.
 */
export const trendFollowing: BotStrategy = {
  name: "trend-following",
  family: "Trend-Following",
  description:
    "Buys when the price closes above the highest high of the bars before, sells short below the lowest low; a stop a few average ranges away. Closes at the opposite edge of a shorter channel.",
  parameters: {
    entry: { default: 20, minimum: 2, maximum: 500, unit: "bars" },
    exit: { default: 10, minimum: 1, maximum: 500, unit: "bars" },
    atr: { default: 20, minimum: 2, maximum: 500, unit: "bars" },
    stopAtr: { default: 2, minimum: 0.1, maximum: 50, unit: "average true ranges" },
  },

  createRule(parameters, indicator = createIndicator) {
    const [entry, exit, atr] = [
      readParameter(parameters, "entry"),
      readParameter(parameters, "exit"),
      readParameter(parameters, "atr"),
    ];
    const stopAtr = readParameter(parameters, "stopAtr");
    const entryUpper = indicator(RunningExtreme, ["high"], "highest", entry);
    const entryLower = indicator(RunningExtreme, ["low"], "lowest", entry);
    const exitUpper = indicator(RunningExtreme, ["high"], "highest", exit);
    const exitLower = indicator(RunningExtreme, ["low"], "lowest", exit);
    const range = indicator(AverageTrueRange, ["high", "low", "close"], atr);
    return buildRule(
      { entryUpper, entryLower, exitUpper, exitLower, range },
      {
        warmUp: Math.max(entry, exit, atr) - 1,
        advance(bars, bar) {
          const high = bars.high[bar] as number;
          const low = bars.low[bar] as number;
          entryUpper.push(high);
          exitUpper.push(high);
          entryLower.push(low);
          exitLower.push(low);
          range.push(high, low, bars.close[bar] as number);
        },
        decide(bars, bar, orders) {
          // The channels exclude this bar, because a close cannot be beyond a channel that includes it.
          const close = bars.close[bar] as number;
          if (orders.position === 0) {
            if (close > entryUpper.previous) enterWithBracket(orders, 1, close, stopAtr * range.value);
            else if (close < entryLower.previous) enterWithBracket(orders, -1, close, stopAtr * range.value);
          } else if (orders.position > 0 ? close < exitLower.previous : close > exitUpper.previous) {
            orders.exit();
          }
        },
      },
    );
  },
};

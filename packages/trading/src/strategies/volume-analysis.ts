import { AverageTrueRange } from "../indicators/average-true-range.ts";
import { createIndicator } from "../indicators/create-indicator.ts";
import { OnBalanceVolume } from "../indicators/on-balance-volume.ts";
import { RunningExtreme } from "../indicators/running-extreme.ts";
import { RunningMean } from "../indicators/running-mean.ts";
import { enterWithBracket } from "./enter-with-bracket.ts";
import { type BotStrategy, buildRule, readParameter } from "./strategy.ts";

/**
 * Volume analysis, long and short: on-balance volume crosses its own average, and the price confirms it. Flat: with
 * on-balance volume above its average of `average` bars, it buys on a close above the highest high of the `confirm` bars
 * before; below the average, it sells on a close below their lowest low. The stop is `stopAtr` average true ranges away. A
 * trade closes when on-balance volume is back across its average and a close beyond the opposite edge of the `exit` bars
 * before confirms it. In a series without volume (all 0), on-balance volume stays at its average and there are no orders.
 * Source: J. Granville, New Key to Stock Market Profits (1963): volume precedes price; the average as signal line as in
 * J. Murphy, Technical Analysis of the Financial Markets (1999), chapter 7. The price's confirmation by a channel and the
 * stop, by Wilder's average true range (1978), are ours.
 */
export const volumeAnalysis: BotStrategy = {
  name: "volume-analysis",
  family: "Volume-Analysis",
  needs: "volume",
  description:
    "Buys when volume has flowed in (on-balance volume above its average) and the price breaks out upwards, sells short on the opposite; a stop some average ranges away. Closes when both have turned. Does not trade when the feed has no volume.",
  parameters: {
    average: { default: 50, minimum: 2, maximum: 500, unit: "bars" },
    confirm: { default: 50, minimum: 1, maximum: 500, unit: "bars" },
    exit: { default: 30, minimum: 1, maximum: 500, unit: "bars" },
    atr: { default: 20, minimum: 2, maximum: 500, unit: "bars" },
    stopAtr: { default: 5, minimum: 0.1, maximum: 50, unit: "average true ranges" },
  },

  createRule(parameters, indicator = createIndicator) {
    const [averagePeriod, confirm, exit, atr] = [
      readParameter(parameters, "average"),
      readParameter(parameters, "confirm"),
      readParameter(parameters, "exit"),
      readParameter(parameters, "atr"),
    ];
    const stopAtr = readParameter(parameters, "stopAtr");
    const balance = indicator(OnBalanceVolume, ["close", "volume"]);
    const average = new RunningMean(averagePeriod);
    const entryUpper = indicator(RunningExtreme, ["high"], "highest", confirm);
    const entryLower = indicator(RunningExtreme, ["low"], "lowest", confirm);
    const exitUpper = indicator(RunningExtreme, ["high"], "highest", exit);
    const exitLower = indicator(RunningExtreme, ["low"], "lowest", exit);
    const range = indicator(AverageTrueRange, ["high", "low", "close"], atr);
    return buildRule(
      { balance, average, entryUpper, entryLower, exitUpper, exitLower, range },
      {
        warmUp: Math.max(averagePeriod, confirm, exit, atr) - 1,
        advance(bars, bar) {
          const high = bars.high[bar] as number;
          const low = bars.low[bar] as number;
          const close = bars.close[bar] as number;
          balance.push(close, bars.volume[bar] as number);
          average.push(balance.value);
          entryUpper.push(high);
          exitUpper.push(high);
          entryLower.push(low);
          exitLower.push(low);
          range.push(high, low, close);
        },
        decide(bars, bar, orders) {
          const close = bars.close[bar] as number;
          // Above 0, volume flows in; below 0, it flows out; NaN until there is an average.
          const flow = balance.value - average.value;
          if (orders.position === 0) {
            if (flow > 0 && close > entryUpper.previous) enterWithBracket(orders, 1, close, stopAtr * range.value);
            else if (flow < 0 && close < entryLower.previous)
              enterWithBracket(orders, -1, close, stopAtr * range.value);
          } else if (
            orders.position > 0 ? flow < 0 && close < exitLower.previous : flow > 0 && close > exitUpper.previous
          ) {
            orders.exit();
          }
        },
      },
    );
  },
};

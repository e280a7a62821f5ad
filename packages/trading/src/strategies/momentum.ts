import { AverageTrueRange } from "../indicators/average-true-range.ts";
import { createIndicator } from "../indicators/create-indicator.ts";
import { RollingWindow } from "../indicators/rolling-window.ts";
import { enterWithBracket } from "./enter-with-bracket.ts";
import { type BotStrategy, buildRule, readParameter, RuleMemory } from "./strategy.ts";

/**
 * Time-series momentum, long and short, decided every `hold` bars. Flat: buys when the return over the last `lookback` bars
 * is above `threshold` of its standard deviations, and sells when it is below minus the threshold; the stop is `stopAtr`
 * average true ranges away. In a trade: a return against the trade closes it, and one beyond the threshold reverses it.
 * Source: T. Moskowitz, Y. H. Ooi, L. H. Pedersen, Time series momentum, Journal of Financial Economics 104 (2012): the
 * sign of the last twelve months' return, held for a month, sized by volatility. Differences: it uses the feed's bars (240
 * and 20 daily bars are about a year and a month), ignores moves within chance, which cost more than they tell, and has a
 * stop, by Wilder's average true range (1978).
 */
export const momentum: BotStrategy = {
  name: "momentum",
  family: "Momentum",
  description:
    "Looks back every few bars: buys after a rise beyond chance, sells short after a fall beyond chance; a wide stop by volatility. Closes when the move is over.",
  parameters: {
    lookback: { default: 240, minimum: 2, maximum: 500, unit: "bars" },
    hold: { default: 20, minimum: 1, maximum: 500, unit: "bars" },
    threshold: { default: 1, minimum: 0, maximum: 5, unit: "standard deviations" },
    atr: { default: 20, minimum: 2, maximum: 500, unit: "bars" },
    stopAtr: { default: 6, minimum: 0.1, maximum: 50, unit: "average true ranges" },
  },

  createRule(parameters, indicator = createIndicator) {
    const lookback = readParameter(parameters, "lookback");
    const hold = readParameter(parameters, "hold");
    const threshold = readParameter(parameters, "threshold");
    const atr = readParameter(parameters, "atr");
    const stopAtr = readParameter(parameters, "stopAtr");
    const closes = new RollingWindow(lookback + 1);
    const range = indicator(AverageTrueRange, ["high", "low", "close"], atr);
    /** The bars since the last decision; 0 on a bar that decides. */
    const waited = new RuleMemory({ bars: 0 });
    return buildRule(
      { closes, range, waited },
      {
        warmUp: Math.max(lookback, atr - 1),
        advance(bars, bar) {
          const close = bars.close[bar] as number;
          closes.push(close);
          range.push(bars.high[bar] as number, bars.low[bar] as number, close);
          const count = waited.fields.bars + 1;
          waited.fields.bars = closes.isFull() && count >= hold ? 0 : count;
        },
        decide(bars, bar, orders) {
          if (waited.fields.bars !== 0) return;
          const strength = computeStandardReturn(closes);
          if (Number.isNaN(strength) || Number.isNaN(range.value)) return;
          const direction = strength > 0 ? 1 : -1;
          const isSameSide = orders.position * direction > 0;
          if (Math.abs(strength) > threshold && !isSameSide) {
            enterWithBracket(orders, direction, bars.close[bar] as number, stopAtr * range.value);
          } else if (orders.position !== 0 && !isSameSide && strength !== 0) {
            orders.exit();
          }
        },
      },
    );
  },
};

/** The return over all closes in its standard deviations, as if bars were independent; NaN when prices did not move. */
function computeStandardReturn(closes: RollingWindow): number {
  const oldest = closes.length - 1;
  let squares = 0;
  for (let age = oldest - 1; age >= 0; age -= 1) {
    const change = closes.at(age) / closes.at(age + 1) - 1;
    squares += change * change;
  }
  return squares > 0 ? (closes.at(0) / closes.at(oldest) - 1) / Math.sqrt(squares) : NaN;
}

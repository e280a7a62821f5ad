import type { Candle } from "../candle.ts";
import {
  type AverageTrueRange,
  createAverageTrueRange,
  updateAverageTrueRange,
} from "../indicators/average-true-range.ts";
import { createSimpleAverage, type SimpleAverage, updateSimpleAverage } from "../indicators/moving-average.ts";
import {
  createRelativeStrength,
  type RelativeStrength,
  updateRelativeStrength,
} from "../indicators/relative-strength.ts";
import { buildBracketOrder } from "./bracket-order.ts";
import { type Decision, type Order, readParameter, type Strategy, type StrategyContext } from "./strategy.ts";

interface SwingState {
  readonly trend: SimpleAverage;
  readonly recent: SimpleAverage;
  readonly strength: RelativeStrength;
  readonly range: AverageTrueRange;
}

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
export const swingTrading: Strategy<SwingState> = {
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

  initialState: (parameters) => ({
    trend: createSimpleAverage(readParameter(parameters, "trend")),
    recent: createSimpleAverage(readParameter(parameters, "exit")),
    strength: createRelativeStrength(readParameter(parameters, "rsi")),
    range: createAverageTrueRange(readParameter(parameters, "atr")),
  }),

  onCandle(state, candle, context): Decision<SwingState> {
    const next: SwingState = {
      trend: updateSimpleAverage(state.trend, candle.close),
      recent: updateSimpleAverage(state.recent, candle.close),
      strength: updateRelativeStrength(state.strength, candle.close),
      range: updateAverageTrueRange(state.range, candle),
    };
    const order = context.position === null ? decideEntry(next, candle, context) : decideExit(next, candle, context);
    return { state: next, order };
  },
};

function decideEntry(next: SwingState, { close }: Candle, context: StrategyContext): Order | undefined {
  const [trend, recent, strength, range] = [next.trend.value, next.recent.value, next.strength.value, next.range.value];
  if (trend === null || recent === null || strength === null || range === null) return undefined;
  const extreme = readParameter(context.parameters, "extreme");
  const least = readParameter(context.parameters, "costMultiple") * context.roundTripCost * close;
  const stopDistance = readParameter(context.parameters, "stopAtr") * range;
  if (close > trend && strength < extreme && recent - close > least)
    return buildBracketOrder("buy", close, stopDistance);
  if (close < trend && strength > 100 - extreme && close - recent > least) {
    return buildBracketOrder("sell", close, stopDistance);
  }
  return undefined;
}

function decideExit({ recent }: SwingState, { close }: Candle, { position }: StrategyContext): Order | undefined {
  if (recent.value === null || position === null) return undefined;
  const isBack = position.side === "buy" ? close > recent.value : close < recent.value;
  return isBack ? { kind: "close" } : undefined;
}

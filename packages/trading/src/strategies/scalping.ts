import type { Candle } from "../candle.ts";
import {
  type AverageTrueRange,
  createAverageTrueRange,
  updateAverageTrueRange,
} from "../indicators/average-true-range.ts";
import {
  createExponentialAverage,
  type ExponentialAverage,
  updateExponentialAverage,
} from "../indicators/moving-average.ts";
import type { Side } from "../pricing/fill-price.ts";
import { buildBracketOrder } from "./bracket-order.ts";
import { type Decision, type Order, readParameter, type Strategy, type StrategyContext } from "./strategy.ts";

interface ScalpState {
  readonly fast: ExponentialAverage;
  readonly slow: ExponentialAverage;
  readonly range: AverageTrueRange;
}

/**
 * Scalping by a cross of two short averages, long and short. Flat: buys when the fast average crosses above the slow one,
 * sells when it crosses below, with a bracket of `stopAtr` and `targetAtr` average true ranges. Each is at least the costs of
 * `costMultiple` round trips wide, because a target below the costs can only lose. Closes after `maximumBars` bars (time stop).
 * Source: the moving-average cross as in J. Murphy, Technical Analysis of the Financial Markets (1999), chapter 9, with
 * the 5/13 Fibonacci pair common in short-term trading; bracket by Wilder's ATR (1978); time stop as in
 * M. López de Prado, Advances in Financial Machine Learning (2018), chapter 3 (the triple barrier).
 */
export const scalping: Strategy<ScalpState> = {
  name: "scalping",
  family: "Scalping",
  description:
    "Buys when a short average crosses above a slower one, sells short when it crosses below; a tight stop and target in average ranges. Closes after a few bars in any case.",
  parameters: {
    fast: { default: 5, minimum: 1, maximum: 200, unit: "bars" },
    slow: { default: 13, minimum: 2, maximum: 500, unit: "bars" },
    atr: { default: 14, minimum: 2, maximum: 200, unit: "bars" },
    stopAtr: { default: 1.5, minimum: 0.1, maximum: 20, unit: "average true ranges" },
    targetAtr: { default: 2, minimum: 0.1, maximum: 20, unit: "average true ranges" },
    costMultiple: { default: 2, minimum: 0, maximum: 20, unit: "round-trip costs" },
    maximumBars: { default: 3, minimum: 1, maximum: 500, unit: "bars" },
  },

  initialState: (parameters) => ({
    fast: createExponentialAverage(readParameter(parameters, "fast")),
    slow: createExponentialAverage(readParameter(parameters, "slow")),
    range: createAverageTrueRange(readParameter(parameters, "atr")),
  }),

  onCandle(state, candle, context): Decision<ScalpState> {
    const next: ScalpState = {
      fast: updateExponentialAverage(state.fast, candle.close),
      slow: updateExponentialAverage(state.slow, candle.close),
      range: updateAverageTrueRange(state.range, candle),
    };
    return {
      state: next,
      order: context.position === null ? decideEntry(state, next, candle, context) : decideExit(context),
    };
  },
};

function decideEntry(
  before: ScalpState,
  next: ScalpState,
  candle: Candle,
  context: StrategyContext,
): Order | undefined {
  const side = findCrossSide(before, next);
  const range = next.range.value;
  if (side === undefined || range === null) return undefined;
  const least = readParameter(context.parameters, "costMultiple") * context.roundTripCost * candle.close;
  const stopDistance = Math.max(readParameter(context.parameters, "stopAtr") * range, least);
  const targetDistance = Math.max(readParameter(context.parameters, "targetAtr") * range, least);
  // In a market without moves, the costs alone would give a bracket.
  return range > 0 ? buildBracketOrder(side, candle.close, stopDistance, targetDistance) : undefined;
}

/** The side to which the fast average has just crossed; equal averages are no cross. */
function findCrossSide(before: ScalpState, next: ScalpState): Side | undefined {
  if (before.fast.value === null || before.slow.value === null) return undefined;
  if (next.fast.value === null || next.slow.value === null) return undefined;
  const gapBefore = before.fast.value - before.slow.value;
  const gapNow = next.fast.value - next.slow.value;
  if (gapBefore < 0 && gapNow > 0) return "buy";
  if (gapBefore > 0 && gapNow < 0) return "sell";
  return undefined;
}

function decideExit({ position, parameters }: StrategyContext): Order | undefined {
  return position !== null && position.barsHeld >= readParameter(parameters, "maximumBars")
    ? { kind: "close" }
    : undefined;
}

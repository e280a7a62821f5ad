import type { Candle } from "../candle.ts";
import {
  type AverageTrueRange,
  createAverageTrueRange,
  updateAverageTrueRange,
} from "../indicators/average-true-range.ts";
import { createRollingWindow, isFull, pushValue, type RollingWindow } from "../indicators/rolling-window.ts";
import { buildBracketOrder } from "./bracket-order.ts";
import { type Decision, type Order, readParameter, type Strategy, type StrategyContext } from "./strategy.ts";

interface MomentumState {
  readonly closes: RollingWindow;
  readonly range: AverageTrueRange;
  /** The number of bars since the last decision. */
  readonly waited: number;
}

/**
 * Time-series momentum, long and short, decided every `hold` bars. Flat: buys when the return over the last `lookback` bars
 * is above `threshold` of its standard deviations, and sells when it is below minus the threshold; the stop is `stopAtr`
 * average true ranges away. In a trade: a return against the trade closes it, and one beyond the threshold reverses it.
 * Source: T. Moskowitz, Y. H. Ooi, L. H. Pedersen, Time series momentum, Journal of Financial Economics 104 (2012): the
 * sign of the last twelve months' return, held for a month, sized by volatility. Differences: it uses the feed's bars (240
 * and 20 daily bars are about a year and a month), ignores moves within chance, which cost more than they tell, and has a
 * stop, by Wilder's average true range (1978).
 */
export const momentum: Strategy<MomentumState> = {
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

  initialState: (parameters) => ({
    closes: createRollingWindow(readParameter(parameters, "lookback") + 1),
    range: createAverageTrueRange(readParameter(parameters, "atr")),
    waited: 0,
  }),

  onCandle(state, candle, context): Decision<MomentumState> {
    const closes = pushValue(state.closes, candle.close);
    const range = updateAverageTrueRange(state.range, candle);
    const isDecided = isFull(closes) && state.waited + 1 >= readParameter(context.parameters, "hold");
    const next: MomentumState = { closes, range, waited: isDecided ? 0 : state.waited + 1 };
    return { state: next, order: isDecided ? decideOrder(next, candle, context) : undefined };
  },
};

function decideOrder({ closes, range }: MomentumState, candle: Candle, context: StrategyContext): Order | undefined {
  const strength = computeStandardReturn(closes.values);
  const threshold = readParameter(context.parameters, "threshold");
  if (strength === null || range.value === null) return undefined;
  const isStrong = strength > threshold || strength < -threshold;
  const side = strength > 0 ? "buy" : "sell";
  const held = context.position?.side;
  if (isStrong && held !== side) {
    return buildBracketOrder(side, candle.close, readParameter(context.parameters, "stopAtr") * range.value);
  }
  return held !== undefined && held !== side && strength !== 0 ? { kind: "close" } : undefined;
}

/** The return over all closes in its standard deviations, as if bars were independent; `null` when prices did not move. */
function computeStandardReturn(closes: readonly number[]): number | null {
  const first = closes[0] ?? NaN;
  const last = closes.at(-1) ?? NaN;
  let squares = 0;
  for (let bar = 1; bar < closes.length; bar += 1) {
    const change = (closes[bar] ?? NaN) / (closes[bar - 1] ?? NaN) - 1;
    squares += change * change;
  }
  return squares > 0 ? (last / first - 1) / Math.sqrt(squares) : null;
}

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
  /** Bars since the last decision. */
  readonly waited: number;
}

/**
 * Time-series momentum, both ways, decided every `hold` bars. Flat: a return over the last `lookback` bars of more than
 * `threshold` of its standard deviations buys, of less than minus as much sells; the stop is `stopAtr` average true ranges
 * away. Held: a return that has turned against the trade closes it, beyond the threshold turns it round.
 * Source: T. Moskowitz, Y. H. Ooi, L. H. Pedersen, Time series momentum, Journal of Financial Economics 104 (2012): the
 * sign of the last twelve months' return, held for a month, sized by volatility. Departures: the bars are those of the feed
 * (240 and 20 are about a year and a month of daily ones), a move of the size of chance is left alone, since a small one pays
 * its costs and says little, and there is a stop, by Wilder's average true range (1978).
 */
export const momentum: Strategy<MomentumState> = {
  name: "momentum",
  family: "Momentum",
  description:
    "Looks back every few bars: buys what has risen by more than chance would explain, sells short what has fallen so; a wide stop by volatility, out when the move is gone.",
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

/** The return over all closes in standard deviations of such a return, were the bars independent; `null` where nothing moved. */
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

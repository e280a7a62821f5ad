import type { Candle } from "../candle.ts";
import {
  type AverageTrueRange,
  createAverageTrueRange,
  updateAverageTrueRange,
} from "../indicators/average-true-range.ts";
import {
  getChannelEdges,
  createDonchianChannel,
  type DonchianChannel,
  updateDonchianChannel,
} from "../indicators/donchian-channel.ts";
import { buildBracketOrder } from "./bracket-order.ts";
import { type Decision, type Order, readParameter, type Strategy, type StrategyContext } from "./strategy.ts";

interface TrendState {
  readonly entry: DonchianChannel;
  readonly exit: DonchianChannel;
  readonly range: AverageTrueRange;
}

/**
 * Trend following by channel breakout, long and short. Flat: buys on a close above the highest high of the `entry` bars
 * before, and sells on a close below their lowest low; the stop is `stopAtr` average true ranges away. A trade closes on a
 * close beyond the opposite edge of the `exit` bars before.
 * Source: the rules published as C. Faith, The Original Turtle Trading Rules (2003), after R. Donchian's four-week rule:
 * 20/10 and 55/20 days, stop 2 N, N being Wilder's 20-day average. Departures: decided on the close and not on a
 * resting stop order, no adding to a position, the bars are those of the feed.
 */
export const trendFollowing: Strategy<TrendState> = {
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

  initialState: (parameters) => ({
    entry: createDonchianChannel(readParameter(parameters, "entry")),
    exit: createDonchianChannel(readParameter(parameters, "exit")),
    range: createAverageTrueRange(readParameter(parameters, "atr")),
  }),

  onCandle(state, candle, context): Decision<TrendState> {
    const next: TrendState = {
      entry: updateDonchianChannel(state.entry, candle),
      exit: updateDonchianChannel(state.exit, candle),
      range: updateAverageTrueRange(state.range, candle),
    };
    // The channels exclude this bar, because a close cannot be beyond a channel that includes it.
    const order =
      context.position === null ? decideEntry(state, next, candle, context) : decideExit(state, candle, context);
    return { state: next, order };
  },
};

function decideEntry(
  before: TrendState,
  next: TrendState,
  candle: Candle,
  context: StrategyContext,
): Order | undefined {
  const edges = getChannelEdges(before.entry);
  const range = next.range.value;
  if (edges === null || range === null) return undefined;
  const stopDistance = readParameter(context.parameters, "stopAtr") * range;
  if (candle.close > edges.upper) return buildBracketOrder("buy", candle.close, stopDistance);
  if (candle.close < edges.lower) return buildBracketOrder("sell", candle.close, stopDistance);
  return undefined;
}

function decideExit(before: TrendState, candle: Candle, { position }: StrategyContext): Order | undefined {
  const edges = getChannelEdges(before.exit);
  if (edges === null || position === null) return undefined;
  const isOver = position.side === "buy" ? candle.close < edges.lower : candle.close > edges.upper;
  return isOver ? { kind: "close" } : undefined;
}

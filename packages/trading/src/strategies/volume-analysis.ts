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
import { createSimpleAverage, type SimpleAverage, updateSimpleAverage } from "../indicators/moving-average.ts";
import { createVolumeBalance, updateVolumeBalance, type VolumeBalance } from "../indicators/on-balance-volume.ts";
import { buildBracketOrder } from "./bracket-order.ts";
import { type Decision, type Order, readParameter, type Strategy, type StrategyContext } from "./strategy.ts";

interface VolumeState {
  readonly balance: VolumeBalance;
  readonly average: SimpleAverage;
  readonly entry: DonchianChannel;
  readonly exit: DonchianChannel;
  readonly range: AverageTrueRange;
}

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
export const volumeAnalysis: Strategy<VolumeState> = {
  name: "volume-analysis",
  family: "Volume-Analysis",
  description:
    "Buys when volume has flowed in (on-balance volume above its average) and the price breaks out upwards, sells short on the opposite; a stop some average ranges away. Closes when both have turned. Does not trade when the feed has no volume.",
  parameters: {
    average: { default: 50, minimum: 2, maximum: 500, unit: "bars" },
    confirm: { default: 50, minimum: 1, maximum: 500, unit: "bars" },
    exit: { default: 30, minimum: 1, maximum: 500, unit: "bars" },
    atr: { default: 20, minimum: 2, maximum: 500, unit: "bars" },
    stopAtr: { default: 5, minimum: 0.1, maximum: 50, unit: "average true ranges" },
  },

  initialState: (parameters) => ({
    balance: createVolumeBalance(),
    average: createSimpleAverage(readParameter(parameters, "average")),
    entry: createDonchianChannel(readParameter(parameters, "confirm")),
    exit: createDonchianChannel(readParameter(parameters, "exit")),
    range: createAverageTrueRange(readParameter(parameters, "atr")),
  }),

  onCandle(state, candle, context): Decision<VolumeState> {
    const balance = updateVolumeBalance(state.balance, candle);
    const next: VolumeState = {
      balance,
      average: updateSimpleAverage(state.average, balance.value),
      entry: updateDonchianChannel(state.entry, candle),
      exit: updateDonchianChannel(state.exit, candle),
      range: updateAverageTrueRange(state.range, candle),
    };
    const order =
      context.position === null ? decideEntry(state, next, candle, context) : decideExit(state, next, candle, context);
    return { state: next, order };
  },
};

function decideEntry(
  before: VolumeState,
  next: VolumeState,
  candle: Candle,
  context: StrategyContext,
): Order | undefined {
  const edges = getChannelEdges(before.entry);
  const range = next.range.value;
  if (edges === null || range === null) return undefined;
  const flow = computeFlow(next);
  const stopDistance = readParameter(context.parameters, "stopAtr") * range;
  if (flow > 0 && candle.close > edges.upper) return buildBracketOrder("buy", candle.close, stopDistance);
  if (flow < 0 && candle.close < edges.lower) return buildBracketOrder("sell", candle.close, stopDistance);
  return undefined;
}

function decideExit(
  before: VolumeState,
  next: VolumeState,
  candle: Candle,
  { position }: StrategyContext,
): Order | undefined {
  const edges = getChannelEdges(before.exit);
  if (edges === null || position === null) return undefined;
  const flow = computeFlow(next);
  const isOver =
    position.side === "buy" ? flow < 0 && candle.close < edges.lower : flow > 0 && candle.close > edges.upper;
  return isOver ? { kind: "close" } : undefined;
}

/** On-balance volume less its average: above 0, volume flows in; below 0, it flows out; 0 until there is an average. */
function computeFlow({ balance, average }: VolumeState): number {
  return average.value === null ? 0 : balance.value - average.value;
}

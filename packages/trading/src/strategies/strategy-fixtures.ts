import type { Candle } from "../candle.ts";
import {
  type Order,
  type Parameters,
  type PositionView,
  resolveParameters,
  type Strategy,
  type StrategyContext,
} from "./strategy.ts";

/** Fixtures for the tests of the strategies. */

/** A bar given by its close has a range of one unit up and down, and no volume. */
export type BarSketch = number | Pick<Candle, "close" | "volume">;
type Circumstances = Partial<Pick<StrategyContext, "position" | "nextDividend">>;

/** The strategy's order on each bar of `barMs`. Its state is stored and read back between bars. */
export function runStrategy(
  strategy: Strategy,
  given: Parameters,
  bars: readonly BarSketch[],
  circumstances: (bar: number) => Circumstances = () => ({}),
  barMs = 60_000,
): (Order | undefined)[] {
  const parameters = resolveParameters(strategy, given);
  let state = strategy.initialState(parameters);
  return bars.map((bar, index) => {
    const { close, volume } = typeof bar === "number" ? { close: bar, volume: 0 } : bar;
    const candle: Candle = { time: index * barMs, open: close, high: close + 1, low: close - 1, close, volume };
    const context = { position: null, nextDividend: null, ...circumstances(index) };
    const decision = strategy.onCandle(state, candle, { parameters, roundTripCost: 0.001, barMs, ...context });
    state = JSON.parse(JSON.stringify(decision.state));
    return decision.order;
  });
}

/** Circumstances with a trade that has lasted `barsHeld` bars, on every bar. */
export function holding(side: PositionView["side"], barsHeld = 2): () => { position: PositionView } {
  return () => ({ position: { side, entryMidPrice: 100, barsHeld } });
}

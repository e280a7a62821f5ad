import { MINUTE_MS, SECOND_MS } from "@wazi/domain";
import { type Candle, intervalMs, type PricePoint } from "../candle.ts";
import { addPrice, type CandleAggregator, createCandleAggregator } from "../candle-aggregator.ts";
import type { Dividend } from "./dividend.ts";
import { copyWalk, moveWalk, type PriceWalk, startWalk } from "./price-walk.ts";
import { createSimulatedMarket, type SimulatedMarketState } from "./simulated-market.ts";
import { getSimulatedSymbol, simulatedSymbols } from "./simulated-symbols.ts";

/** The last stretch of a history is walked second by second, so that its one-minute candles are as the live ones. */
export const FINE_HISTORY_MS = 8 * intervalMs["1h"];

export interface SymbolHistory {
  readonly symbol: string;
  /** Closed one-hour candles of the whole stretch. */
  readonly hourCandles: readonly Candle[];
  /** Closed one-minute candles of the part walked by seconds: its last eight hours unless more was asked for. */
  readonly minuteCandles: readonly Candle[];
  /** The bars that were forming at its end; live prices go on from them. */
  readonly hour: CandleAggregator;
  readonly minute: CandleAggregator;
  /** Those that went ex in the stretch, in their order. */
  readonly dividends: readonly Dividend[];
  /** Where live steps go on, standing at `toTime`. */
  readonly walk: PriceWalk;
}

/**
 * Prices of a symbol from `fromTime` (taken down to its hour) up to and including `toTime` (to its second), epoch ms.
 * The same seed and times give the same prices, bit for bit. `fineMs` is how much of its end is walked by seconds.
 */
export function simulateHistory(
  symbol: string,
  seed: string,
  fromTime: number,
  toTime: number,
  fineMs = FINE_HISTORY_MS,
): SymbolHistory {
  return continueHistory(startWalk(symbol, seed, roundDownTo(fromTime, intervalMs["1h"])), toTime, fineMs);
}

/** Goes on from a walk to `toTime`: for prices of a time in which nothing ran. */
export function continueHistory(start: PriceWalk, toTime: number, fineMs = FINE_HISTORY_MS): SymbolHistory {
  const walk = copyWalk(start);
  const definition = getSimulatedSymbol(walk.symbol);
  const minutes = createRecorder("1m");
  const hours = createRecorder("1h");
  const dividends: Dividend[] = [];
  const fineFrom = roundDownTo(toTime - fineMs, MINUTE_MS);
  const isBeforeFine = () => walk.time + MINUTE_MS < fineFrom;
  const move = (step: "second" | "minute") => {
    const point = moveWalk(walk, definition, step);
    hours.record(point);
    if (point.dividend !== undefined) dividends.push(point.dividend);
    return point;
  };
  // Whole minutes can only be taken from the last second of one.
  while (isBeforeFine() && (walk.time + SECOND_MS) % MINUTE_MS !== 0) move("second");
  while (isBeforeFine()) move("minute");
  const end = roundDownTo(toTime, SECOND_MS);
  while (walk.time < end) {
    const point = move("second");
    if (point.time >= fineFrom) minutes.record(point);
  }
  return {
    symbol: walk.symbol,
    hourCandles: hours.closed,
    minuteCandles: minutes.closed,
    hour: hours.aggregator(),
    minute: minutes.aggregator(),
    dividends,
    walk,
  };
}

/** The histories of all simulated symbols, and the market that goes on from them. */
export function simulateMarketHistory(
  seed: string,
  fromTime: number,
  toTime: number,
): { market: SimulatedMarketState; histories: readonly SymbolHistory[] } {
  const histories = simulatedSymbols.map(({ symbol }) => simulateHistory(symbol, seed, fromTime, toTime));
  return { market: createSimulatedMarket(histories.map(({ walk }) => walk)), histories };
}

function createRecorder(interval: keyof typeof intervalMs) {
  let aggregator = createCandleAggregator(intervalMs[interval]);
  const closed: Candle[] = [];
  return {
    closed,
    aggregator: () => aggregator,
    record(point: PricePoint): void {
      const added = addPrice(aggregator, point);
      aggregator = added.aggregator;
      if (added.closed !== null) closed.push(added.closed);
    },
  };
}

function roundDownTo(time: number, stepMs: number): number {
  return time - (time % stepMs);
}

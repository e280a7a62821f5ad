import { MINUTE_MS, SECOND_MS } from "@wazi/domain";
import { type Candle, intervalMs, type PricePoint } from "../candle.ts";
import { addPrice, type CandleAggregator, createCandleAggregator } from "../candle-aggregator.ts";
import type { Dividend } from "./dividend.ts";
import { copyWalk, moveWalk, type PriceWalk, startWalk } from "./price-walk.ts";
import { createSimulatedMarket, type SimulatedMarketState } from "./simulated-market.ts";
import { getSimulatedSymbol, simulatedSymbols } from "./simulated-symbols.ts";

/** The last part of a history is simulated second by second, so that its one-minute candles are like live ones. */
export const FINE_HISTORY_MS = 8 * intervalMs["1h"];
/** Some milliseconds of work. A step is a second or a minute. */
const STEPS_OF_A_PART = 5_000;

export interface SymbolHistory {
  readonly symbol: string;
  /** Closed one-hour candles of the whole history. */
  readonly hourCandles: readonly Candle[];
  /** Closed one-minute candles of the part simulated by seconds: its last eight hours unless more was requested. */
  readonly minuteCandles: readonly Candle[];
  /** The bars that were forming at its end. Live prices continue them. */
  readonly hour: CandleAggregator;
  readonly minute: CandleAggregator;
  /** The dividends that went ex in the history, in order. */
  readonly dividends: readonly Dividend[];
  /** The walk at `toTime`, from which live steps continue. */
  readonly walk: PriceWalk;
}

/**
 * Simulates prices of a symbol from `fromTime` (rounded down to the hour) to `toTime` (to the second, included), epoch ms.
 * The same seed and times give exactly the same prices. `fineMs` is the length of the last part, simulated by seconds.
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

/** The same for a program that does something else between the parts, which take milliseconds each. */
export function simulateInParts(
  symbol: string,
  seed: string,
  fromTime: number,
  toTime: number,
): Generator<void, SymbolHistory> {
  return continueInParts(startWalk(symbol, seed, roundDownTo(fromTime, intervalMs["1h"])), toTime, FINE_HISTORY_MS);
}

/** Continues a walk to `toTime`, for the prices of a downtime. */
export function continueHistory(start: PriceWalk, toTime: number, fineMs = FINE_HISTORY_MS): SymbolHistory {
  const parts = continueInParts(start, toTime, fineMs);
  for (;;) {
    const part = parts.next();
    if (part.done) return part.value;
  }
}

function* continueInParts(start: PriceWalk, toTime: number, fineMs: number): Generator<void, SymbolHistory> {
  const walk = copyWalk(start);
  const definition = getSimulatedSymbol(walk.symbol);
  const minutes = createRecorder("1m");
  const hours = createRecorder("1h");
  const dividends: Dividend[] = [];
  const fineFrom = roundDownTo(toTime - fineMs, MINUTE_MS);
  const isBeforeFine = () => walk.time + MINUTE_MS < fineFrom;
  let steps = 0;
  const isEndOfPart = () => (steps += 1) % STEPS_OF_A_PART === 0;
  const move = (step: "second" | "minute") => {
    const point = moveWalk(walk, definition, step);
    hours.record(point);
    if (point.dividend !== undefined) dividends.push(point.dividend);
    return point;
  };
  // A step of a whole minute must start at the last second of a minute.
  while (isBeforeFine() && (walk.time + SECOND_MS) % MINUTE_MS !== 0) move("second");
  while (isBeforeFine()) {
    move("minute");
    if (isEndOfPart()) yield;
  }
  const end = roundDownTo(toTime, SECOND_MS);
  while (walk.time < end) {
    const point = move("second");
    if (point.time >= fineFrom) minutes.record(point);
    if (isEndOfPart()) yield;
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

/** The histories of all simulated symbols, and the market that continues from them. */
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

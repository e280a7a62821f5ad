import { SECOND_MS } from "@wazi/domain";
import type { Dividend } from "./dividend.ts";
import { copyWalk, skipWalkTime, moveWalk, type PriceWalk, roundPublishedPrice, type WalkPoint } from "./price-walk.ts";
import { getSimulatedSymbol } from "./simulated-symbols.ts";

export const SIMULATED_MARKET_VERSION = 2;

/** All simulated prices of one time. Plain JSON; `restoreSimulatedMarket` checks it after `JSON.parse`. */
export interface SimulatedMarketState {
  readonly version: typeof SIMULATED_MARKET_VERSION;
  /** Epoch milliseconds, a whole second. */
  readonly time: number;
  readonly walks: readonly PriceWalk[];
}

export interface SymbolPrice extends WalkPoint {
  readonly symbol: string;
}

/** Creates a market from walks that are all at the same time. */
export function createSimulatedMarket(walks: readonly PriceWalk[]): SimulatedMarketState {
  const time = walks[0]?.time;
  if (time === undefined) throw new RangeError("a market needs a symbol");
  if (walks.some((walk) => walk.time !== time)) throw new RangeError("the walks are at different times");
  return { version: SIMULATED_MARKET_VERSION, time, walks };
}

/** Moves one second forward: the new state, and a price of every symbol in their fixed order. */
export function stepSecond(state: SimulatedMarketState): {
  state: SimulatedMarketState;
  prices: readonly SymbolPrice[];
} {
  const prices: SymbolPrice[] = [];
  const walks = state.walks.map((walk) => {
    const moving = copyWalk(walk);
    prices.push({ symbol: walk.symbol, ...moveWalk(moving, getSimulatedSymbol(walk.symbol), "second") });
    return moving;
  });
  return { state: createSimulatedMarket(walks), prices };
}

/**
 * Moves the market to a later `time` (epoch ms, a whole second) without changing prices, after a downtime. Dividends that are
 * declared for a date still fall on it.
 * @throws RangeError for an earlier time
 */
export function skipMarketTime(state: SimulatedMarketState, time: number): SimulatedMarketState {
  if (time < state.time || time % SECOND_MS !== 0)
    throw new RangeError(`${time} is not a whole second at or after ${state.time}`);
  const walks = state.walks.map((walk) => {
    const moving = copyWalk(walk);
    skipWalkTime(moving, getSimulatedSymbol(walk.symbol), time);
    return moving;
  });
  return createSimulatedMarket(walks);
}

/** The published mid price of every symbol at the state's time. */
export function listPrices(state: SimulatedMarketState): readonly { symbol: string; price: number }[] {
  return state.walks.map(({ symbol, price }) => ({
    symbol,
    price: roundPublishedPrice(price, getSimulatedSymbol(symbol)),
  }));
}

/**
 * The next declared dividend of a symbol; `null` when it pays none.
 * @throws RangeError for a symbol that is not in the market
 */
export function getNextDividend(state: SimulatedMarketState, symbol: string): Dividend | null {
  const walk = state.walks.find((each) => each.symbol === symbol);
  if (walk === undefined) throw new RangeError(`${symbol} is not in this market`);
  return walk.dividend;
}

/** Restores a stored state; `null` when it is damaged or from another version. */
export function restoreSimulatedMarket(stored: unknown): SimulatedMarketState | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { version, time, walks } = stored as Record<string, unknown>;
  if (version !== SIMULATED_MARKET_VERSION || typeof time !== "number") return null;
  if (!Array.isArray(walks) || walks.length === 0 || !walks.every((walk) => isWalkAt(walk, time))) return null;
  return { version, time, walks: walks as PriceWalk[] };
}

function isWalkAt(value: unknown, time: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  const walk = value as Record<string, unknown>;
  const { random } = walk;
  return (
    typeof walk["symbol"] === "string" &&
    walk["time"] === time &&
    ["price", "heat", "burst", "regimes", "minuteReturn"].every((name) => Number.isFinite(walk[name])) &&
    isDividend(walk["dividend"]) &&
    Array.isArray(random) &&
    random.length === 4 &&
    random.every(Number.isInteger)
  );
}

function isDividend(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== "object") return false;
  const { exTime, amount } = value as Record<string, unknown>;
  return Number.isInteger(exTime) && typeof amount === "string" && /^\d+\.\d\d$/.test(amount);
}

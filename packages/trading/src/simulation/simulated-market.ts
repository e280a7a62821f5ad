import { SECOND_MS } from "@wazi/domain";
import type { Dividend } from "./dividend.ts";
import {
  copyWalk,
  skipWalkTime,
  moveWalk,
  type PriceWalk,
  roundPublishedPrice,
  seedGroup,
  type WalkPoint,
} from "./price-walk.ts";
import { isRandomState, seedRandom } from "./seeded-random.ts";
import { getSimulatedSymbol, simulatedSymbols } from "./simulated-symbols.ts";
import { startCommon } from "./volatility-model.ts";

export const SIMULATED_MARKET_VERSION = 3;
/** The version in which each symbol moved independently. */
const INDEPENDENT_VERSION = 2;

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

/**
 * Moves the market to an earlier `time` (epoch ms, a whole second) without changing prices, after the clock was ahead.
 * @throws RangeError for a later time
 */
export function setBackMarketTime(state: SimulatedMarketState, time: number): SimulatedMarketState {
  if (time > state.time || time % SECOND_MS !== 0)
    throw new RangeError(`${time} is not a whole second at or before ${state.time}`);
  return createSimulatedMarket(state.walks.map((walk) => ({ ...walk, time })));
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

/** True when the market's next prices cannot be computed from its prices. */
export function isUnpredictable(state: SimulatedMarketState): boolean {
  return state.walks.every(({ random, common }) => !Array.isArray(random) && !Array.isArray(common.random));
}

/** Continues a market at its prices with the random numbers of another seed. */
export function reseedMarket(state: SimulatedMarketState, seed: string): SimulatedMarketState {
  const walks = state.walks.map((walk) => ({
    ...walk,
    random: seedRandom(seed, walk.symbol),
    common: { ...walk.common, random: seedGroup(seed, getSimulatedSymbol(walk.symbol).group) },
  }));
  return createSimulatedMarket(walks);
}

/**
 * Restores a stored state; `null` when it is damaged or from an unknown version. A state of version 2, in which symbols moved
 * independently, continues at its prices: from then on its symbols share the factors of their groups.
 */
export function restoreSimulatedMarket(stored: unknown): SimulatedMarketState | null {
  if (typeof stored !== "object" || stored === null) return null;
  const { version, time, walks: storedWalks } = stored as Record<string, unknown>;
  if (typeof time !== "number" || !Array.isArray(storedWalks) || storedWalks.length === 0) return null;
  if (version !== SIMULATED_MARKET_VERSION && version !== INDEPENDENT_VERSION) return null;
  const walks = version === INDEPENDENT_VERSION ? storedWalks.map((walk) => addCommonState(walk, time)) : storedWalks;
  if (!walks.every((walk) => isWalkAt(walk, time)) || !haveEqualCommonStates(walks)) return null;
  return { version: SIMULATED_MARKET_VERSION, time, walks };
}

function addCommonState(value: unknown, time: number): unknown {
  const symbol = typeof value === "object" && value !== null && "symbol" in value ? value.symbol : null;
  const definition = simulatedSymbols.find((each) => each.symbol === symbol);
  if (definition === undefined) return null;
  const { burst: _burst, regimes: _regimes, ...walk } = value as Record<string, unknown>;
  return { ...walk, common: startCommon(seedGroup(String(time), definition.group)) };
}

/** Copies that differ would no longer move together. */
function haveEqualCommonStates(walks: readonly PriceWalk[]): boolean {
  const copies = new Map<string, string>();
  return walks.every(({ symbol, common }) => {
    const { group } = getSimulatedSymbol(symbol);
    const copy = JSON.stringify([common.tail, common.regimes, common.random]);
    const first = copies.get(group) ?? copy;
    copies.set(group, first);
    return first === copy;
  });
}

function isWalkAt(value: unknown, time: number): value is PriceWalk {
  if (typeof value !== "object" || value === null) return false;
  const walk = value as Record<string, unknown>;
  return (
    simulatedSymbols.some(({ symbol }) => symbol === walk["symbol"]) &&
    walk["time"] === time &&
    hasNumbers(walk, ["price", "heat", "minuteReturn"]) &&
    isDividend(walk["dividend"]) &&
    isRandomState(walk["random"]) &&
    isCommonState(walk["common"])
  );
}

function isCommonState(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const common = value as Record<string, unknown>;
  return hasNumbers(common, ["tail", "regimes"]) && isRandomState(common["random"]);
}

function hasNumbers(value: Record<string, unknown>, names: readonly string[]): boolean {
  return names.every((name) => Number.isFinite(value[name]));
}

function isDividend(value: unknown): boolean {
  if (value === null) return true;
  if (typeof value !== "object") return false;
  const { exTime, amount } = value as Record<string, unknown>;
  return Number.isInteger(exTime) && typeof amount === "string" && /^\d+\.\d\d$/.test(amount);
}

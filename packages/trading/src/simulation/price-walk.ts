import { MINUTE_MS, SECOND_MS } from "@wazi/domain";
import type { PricePoint } from "../candle.ts";
import { declareDividend, type Dividend } from "./dividend.ts";
import type { FactorGroup } from "./market-factors.ts";
import { preparedModels } from "./market-models.ts";
import { copyRandom, type RandomState, seedRandom } from "./seeded-random.ts";
import { type SimulatedSymbol, getSimulatedSymbol } from "./simulated-symbols.ts";
import {
  type CommonState,
  drawMove,
  endMinute,
  startCommon,
  startVolatility,
  type VolatilityState,
} from "./volatility-model.ts";

const ROOT_MINUTES_PER_YEAR = Math.sqrt(525_600);

/** 10 to the power of the index. A lookup is much faster than a power, and prices are rounded in every step. */
const POWERS_OF_TEN = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/** A single step moves a price by at most this fraction, up or down. */
const MAX_MOVE = 0.2;

/** The price walk of one symbol, plain JSON. `price` is the unrounded mid price at `time` (epoch ms, whole seconds). */
export interface PriceWalk extends Readonly<Omit<VolatilityState, "random" | "common">> {
  readonly symbol: string;
  readonly time: number;
  readonly price: number;
  /** The next dividend, declared at the ex-date before; `null` when the symbol pays none. */
  readonly dividend: Dividend | null;
  readonly random: Readonly<RandomState>;
  /** The walk's copy of what its factor group shares. The walks of one seed and time have equal copies. */
  readonly common: Readonly<Omit<CommonState, "random">> & { readonly random: Readonly<RandomState> };
}

/** A walk that can be changed in place. `copyWalk` creates it; callers never get it. */
export type MovingWalk = { -readonly [Key in keyof PriceWalk]: PriceWalk[Key] } & {
  random: RandomState;
  common: CommonState;
};

/** A price of a walk, with the dividend that has just lowered it, if there is one. */
export interface WalkPoint extends PricePoint {
  readonly dividend?: Dividend;
}

/** A walk at its symbol's start price, one second before `startTime` (epoch ms, a whole minute). */
export function startWalk(symbol: string, seed: string, startTime: number): PriceWalk {
  const { startPrice, dividends, group } = getSimulatedSymbol(symbol);
  const time = startTime - SECOND_MS;
  const dividend = dividends && declareDividend(dividends, startPrice, time);
  const common = startCommon(seedGroup(seed, group));
  return { symbol, time, price: startPrice, dividend, ...startVolatility(seedRandom(seed, symbol), common) };
}

/** The random numbers that the symbols of a factor group share. */
export function seedGroup(seed: string, group: FactorGroup): RandomState {
  return seedRandom(seed, `factors of ${group}`);
}

export function copyWalk(walk: PriceWalk): MovingWalk {
  return {
    ...walk,
    random: copyRandom(walk.random),
    common: { ...walk.common, random: copyRandom(walk.common.random) },
  };
}

/**
 * Moves the walk by one second, or, from the last second of a minute, by a whole minute (for history). The simple return of
 * a step is symmetric about 0, and only its size depends on earlier steps. The price is therefore a martingale: on average no
 * rule gains, and every rule loses its costs. In the step that reaches a dividend's ex-date, the price falls by exactly the
 * amount in addition to its move, so that price and dividends together stay a martingale.
 */
export function moveWalk(walk: MovingWalk, definition: SimulatedSymbol, step: "second" | "minute"): WalkPoint {
  const model = preparedModels[definition.model];
  const durationMs = step === "second" ? SECOND_MS : MINUTE_MS;
  const time = walk.time + durationMs;
  if (step === "minute" || time % MINUTE_MS === 0) endMinute(walk, model);
  const { move, activity } = drawMove(walk, model, durationMs / MINUTE_MS, definition.weights);
  const minuteDeviation = definition.yearlyVolatility / ROOT_MINUTES_PER_YEAR;
  const change = Math.max(-MAX_MOVE, Math.min(MAX_MOVE, move * minuteDeviation));
  walk.price *= 1 + change;
  walk.time = time;
  const dividend = payDividend(walk, definition);
  const price = roundPublishedPrice(walk.price, definition);
  const volume = roundVolume(definition.minuteVolume * activity);
  return dividend === null ? { time, price, volume } : { time, price, volume, dividend };
}

/**
 * Moves the walk's clock forward to `time` (epoch ms, a whole second) without changing the price, as when a market is closed
 * over night. A dividend that goes ex in between lowers the price with the next step.
 */
export function skipWalkTime(walk: MovingWalk, definition: SimulatedSymbol, time: number): void {
  if (toMinute(time) > toMinute(walk.time)) endMinute(walk, preparedModels[definition.model]);
  walk.time = time;
}

function toMinute(time: number): number {
  return Math.floor(time / MINUTE_MS);
}

/** At the ex-date, takes the dividend off the price and declares the next one. Returns the paid dividend or `null`. */
function payDividend(walk: MovingWalk, { dividends }: SimulatedSymbol): Dividend | null {
  const due = walk.dividend;
  if (due === null || dividends === null || walk.time < due.exTime) return null;
  const amount = Number(due.amount);
  // After a collapse the price may be too low to pay it. A price cannot fall below 0.
  const isPaid = amount < walk.price / 2;
  if (isPaid) walk.price -= amount;
  walk.dividend = declareDividend(dividends, walk.price, walk.time);
  return isPaid ? due : null;
}

/** Rounds a mid price to the symbol's decimal places for publication; never 0. */
export function roundPublishedPrice(price: number, { priceDecimals }: Pick<SimulatedSymbol, "priceDecimals">): number {
  const steps = POWERS_OF_TEN[priceDecimals] ?? 10 ** priceDecimals;
  return Math.max(1, Math.round(price * steps)) / steps;
}

function roundVolume(volume: number): number {
  return Math.round(volume * 10_000) / 10_000;
}

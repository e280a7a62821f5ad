import type { PricePoint } from "../candle.ts";
import { nextFatTailed, nextUniform, type RandomState, seedRandom } from "./seeded-random.ts";
import { type SimulatedSymbol, simulatedSymbol } from "./simulated-symbols.ts";

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
const MINUTES_PER_YEAR = 525_600;

/** Variance follows the last returns by GARCH(1,1) with these weights, minute by minute; its mean is 1. */
const SHOCK_WEIGHT = 0.06;
const MEMORY_WEIGHT = 0.92;
const HIGHEST_HEAT = 20;

/** On top of it the market is calm, normal or stormy: variance, and chance per minute of leaving for a neighbour. */
const REGIMES = [
  { variance: 0.5, calmer: 0, stormier: 1 / 480 },
  { variance: 1, calmer: 0.7 / 360, stormier: 0.3 / 360 },
  { variance: 5, calmer: 1 / 90, stormier: 0 },
] as const;
const MEAN_REGIME_VARIANCE = meanRegimeVariance();

/** About one jump in three days, of 15 times the usual minute; its share of the variance comes off the rest. */
const JUMPS_PER_MINUTE = 1 / 4_320;
const JUMP_SIZE = 15;
const DIFFUSE_VARIANCE = 1 / (1 + JUMPS_PER_MINUTE * JUMP_SIZE * JUMP_SIZE);
/** A single step moves a price by at most this fraction, either way. */
const LARGEST_MOVE = 0.2;

/** One symbol's price on its way, plain JSON. `price` is the unrounded mid price at `time` (epoch ms, whole seconds). */
export interface PriceWalk {
  readonly symbol: string;
  readonly time: number;
  readonly price: number;
  /** The GARCH variance, 1 on average. */
  readonly heat: number;
  /** 0 calm, 1 normal, 2 stormy. */
  readonly regime: number;
  /** The return of the minute under way, jumps left out, in standard deviations of an average minute. */
  readonly minuteReturn: number;
  readonly random: Readonly<RandomState>;
}

/** A walk that can be moved in place; made by `copyWalk`, never handed out. */
export type MovingWalk = { -readonly [Key in keyof PriceWalk]: PriceWalk[Key] } & { random: RandomState };

/** A walk that stands at its symbol's start price one second before `startTime` (epoch ms, a whole minute). */
export function startWalk(symbol: string, seed: string, startTime: number): PriceWalk {
  const { startPrice } = simulatedSymbol(symbol);
  const random = seedRandom(seed, symbol);
  return { symbol, time: startTime - SECOND_MS, price: startPrice, heat: 1, regime: 1, minuteReturn: 0, random };
}

export function copyWalk(walk: PriceWalk): MovingWalk {
  return { ...walk, random: [...walk.random] };
}

/**
 * Moves the walk by a second, or, from the last second of a minute, by a whole minute at once (for history).
 * The simple return of a step is symmetric about 0 and independent of all before but for its size: the price is a
 * martingale, so that no rule gains on average and every one loses its costs.
 * Sources: volatility clustering by T. Bollerslev, GARCH (1986); rare jumps by R. C. Merton (1976).
 */
export function moveWalk(walk: MovingWalk, definition: SimulatedSymbol, step: "second" | "minute"): PricePoint {
  const durationMs = step === "second" ? SECOND_MS : MINUTE_MS;
  const time = walk.time + durationMs;
  if (step === "minute" || time % MINUTE_MS === 0) endMinute(walk);
  const minutes = durationMs / MINUTE_MS;
  const minuteDeviation = definition.yearlyVolatility / Math.sqrt(MINUTES_PER_YEAR);
  const shock = nextFatTailed(walk.random) * Math.sqrt(minutes);
  const swing = Math.sqrt(regimeVariance(walk.regime) * walk.heat);
  walk.minuteReturn += shock * Math.sqrt(walk.heat);
  let move = shock * swing * Math.sqrt(DIFFUSE_VARIANCE);
  if (nextUniform(walk.random) < JUMPS_PER_MINUTE * minutes) move += JUMP_SIZE * nextFatTailed(walk.random);
  const change = Math.max(-LARGEST_MOVE, Math.min(LARGEST_MOVE, move * minuteDeviation));
  walk.price *= 1 + change;
  walk.time = time;
  // Volume comes with movement, as it does in real markets; of direction it says nothing.
  const activity = (0.4 + 0.6 * Math.abs(shock / Math.sqrt(minutes))) * swing * minutes;
  return {
    time,
    price: publishedPrice(walk.price, definition),
    volume: roundVolume(definition.minuteVolume * activity),
  };
}

/** Lets what the minute was like decide what the next one may be like. */
function endMinute(walk: MovingWalk): void {
  const shocks = walk.minuteReturn * walk.minuteReturn;
  const heat = 1 - SHOCK_WEIGHT - MEMORY_WEIGHT + SHOCK_WEIGHT * shocks + MEMORY_WEIGHT * walk.heat;
  walk.heat = Math.min(heat, HIGHEST_HEAT);
  walk.minuteReturn = 0;
  const { calmer, stormier } = REGIMES[walk.regime] ?? REGIMES[1];
  const chance = nextUniform(walk.random);
  if (chance < calmer) walk.regime -= 1;
  else if (chance < calmer + stormier) walk.regime += 1;
}

/** The mid price as it is published: rounded to the symbol's places, and never 0. */
export function publishedPrice(price: number, { priceDecimals }: Pick<SimulatedSymbol, "priceDecimals">): number {
  const steps = 10 ** priceDecimals;
  return Math.max(1, Math.round(price * steps)) / steps;
}

function roundVolume(volume: number): number {
  return Math.round(volume * 10_000) / 10_000;
}

function regimeVariance(regime: number): number {
  return (REGIMES[regime] ?? REGIMES[1]).variance / MEAN_REGIME_VARIANCE;
}

/** The chain only moves between neighbours, so the flows between each two are equal: their shares follow. */
function meanRegimeVariance(): number {
  const [calm, normal, stormy] = REGIMES;
  const calmShare = normal.calmer / calm.stormier;
  const stormyShare = normal.stormier / stormy.calmer;
  const total = calmShare * calm.variance + normal.variance + stormyShare * stormy.variance;
  return total / (calmShare + 1 + stormyShare);
}

import { MINUTE_MS, SECOND_MS } from "@wazi/domain";
import type { PricePoint } from "../candle.ts";
import { declareDividend, type Dividend } from "./dividend.ts";
import { preparedModels } from "./market-models.ts";
import { type RandomState, seedRandom } from "./seeded-random.ts";
import { type SimulatedSymbol, getSimulatedSymbol } from "./simulated-symbols.ts";
import { drawMove, endMinute, startVolatility, type VolatilityState } from "./volatility-model.ts";

const ROOT_MINUTES_PER_YEAR = Math.sqrt(525_600);

/** A single step moves a price by at most this fraction, either way. */
const MAX_MOVE = 0.2;

/** One symbol's price on its way, plain JSON. `price` is the unrounded mid price at `time` (epoch ms, whole seconds). */
export interface PriceWalk extends Readonly<Omit<VolatilityState, "random">> {
  readonly symbol: string;
  readonly time: number;
  readonly price: number;
  /** The next dividend, declared at the ex-date before; `null` where the symbol pays none. */
  readonly dividend: Dividend | null;
  readonly random: Readonly<RandomState>;
}

/** A walk that can be moved in place; made by `copyWalk`, never handed out. */
export type MovingWalk = { -readonly [Key in keyof PriceWalk]: PriceWalk[Key] } & { random: RandomState };

/** A price on the way, with the dividend that it has just fallen by, if it has. */
export interface WalkPoint extends PricePoint {
  readonly dividend?: Dividend;
}

/** A walk that stands at its symbol's start price one second before `startTime` (epoch ms, a whole minute). */
export function startWalk(symbol: string, seed: string, startTime: number): PriceWalk {
  const { startPrice, dividends } = getSimulatedSymbol(symbol);
  const time = startTime - SECOND_MS;
  const dividend = dividends && declareDividend(dividends, startPrice, time);
  const random = seedRandom(seed, symbol);
  return { symbol, time, price: startPrice, dividend, ...startVolatility(random) };
}

export function copyWalk(walk: PriceWalk): MovingWalk {
  return { ...walk, random: [...walk.random] };
}

/**
 * Moves the walk by a second, or, from the last second of a minute, by a whole minute at once (for history).
 * The simple return of a step is symmetric about 0 and independent of all before but for its size: the price is a
 * martingale, so that no rule gains on average and every one loses its costs. In the step that reaches a dividend's
 * ex-date the price falls by exactly the amount on top of its move: price and dividends together stay the martingale.
 */
export function moveWalk(walk: MovingWalk, definition: SimulatedSymbol, step: "second" | "minute"): WalkPoint {
  const model = preparedModels[definition.model];
  const durationMs = step === "second" ? SECOND_MS : MINUTE_MS;
  const time = walk.time + durationMs;
  if (step === "minute" || time % MINUTE_MS === 0) endMinute(walk, model);
  const { move, activity } = drawMove(walk, model, durationMs / MINUTE_MS);
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
 * Sets the walk's clock on to `time` (epoch ms, a whole second) with its price as it is, as over a night in which a market
 * is closed. A dividend that goes ex meanwhile comes off with the next step.
 */
export function skipWalkTime(walk: MovingWalk, definition: SimulatedSymbol, time: number): void {
  if (toMinute(time) > toMinute(walk.time)) endMinute(walk, preparedModels[definition.model]);
  walk.time = time;
}

function toMinute(time: number): number {
  return Math.floor(time / MINUTE_MS);
}

/** At the ex-date takes the dividend off the price and declares the next one; what was paid, or `null`. */
function payDividend(walk: MovingWalk, { dividends }: SimulatedSymbol): Dividend | null {
  const due = walk.dividend;
  if (due === null || dividends === null || walk.time < due.exTime) return null;
  const amount = Number(due.amount);
  // After a collapse there is nothing to pay it from; a price can't fall below 0.
  const isPaid = amount < walk.price / 2;
  if (isPaid) walk.price -= amount;
  walk.dividend = declareDividend(dividends, walk.price, walk.time);
  return isPaid ? due : null;
}

/** The mid price as it is published: rounded to the symbol's places, and never 0. */
export function roundPublishedPrice(price: number, { priceDecimals }: Pick<SimulatedSymbol, "priceDecimals">): number {
  const steps = 10 ** priceDecimals;
  return Math.max(1, Math.round(price * steps)) / steps;
}

function roundVolume(volume: number): number {
  return Math.round(volume * 10_000) / 10_000;
}

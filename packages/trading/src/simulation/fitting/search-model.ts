import type { Interval } from "../../candle.ts";
import { nextUniform, seedRandom } from "../seeded-random.ts";
import { type MarketModel, prepareModel } from "../volatility-model.ts";
import { measureReturns, findQuantile, type ReturnFigures } from "./measure-returns.ts";
import { simulateReturns } from "./simulate-returns.ts";

/** The target of a model for one bar length: means over the real series, with the logarithm of the kurtosis. */
export interface FitTarget {
  readonly interval: Interval;
  /** The average number of bars of a series. Longer series have more extremes, so a walk must be as long. */
  readonly bars: number;
  readonly kurtosis: number;
  readonly clustering: readonly number[];
}

/** The means over the series of one bar length, weighted by the square roots of their lengths. */
export function computeTarget(interval: Interval, figures: readonly ReturnFigures[]): FitTarget {
  const total = figures.reduce((sum, { count }) => sum + Math.sqrt(count), 0);
  const meanOf = (read: (each: ReturnFigures) => number) =>
    figures.reduce((sum, each) => sum + (read(each) * Math.sqrt(each.count)) / total, 0);
  return {
    interval,
    bars: Math.round(figures.reduce((sum, { count }) => sum + count, 0) / figures.length),
    kurtosis: Math.exp(meanOf(({ kurtosis }) => Math.log(kurtosis))),
    clustering: (figures[0]?.clustering ?? []).map((_, index) => meanOf(({ clustering }) => clustering[index] ?? 0)),
  };
}

/** The walks for every candidate, always with the same random numbers, so that only the candidates differ. */
const LONG_WALKS = 4;
const LONGEST_DAYS = 2_500;
const SHORT_WALKS = 16;
/** The volatility of a candidate's minutes, as of EUR/USD. The shape hardly depends on it. */
const MINUTE_DEVIATION = 0.0001;

/** One unit of distance. */
const KURTOSIS_UNIT = Math.log(1.5);
const CLUSTERING_UNIT = 0.04;

/** A model's figures for a target: medians over its walks. */
export interface ModelFigures {
  readonly target: FitTarget;
  readonly kurtosis: number;
  readonly clustering: readonly number[];
}

/** Simulates a model as long as the targets need, at most `longestDays` days. */
export function measureModel(
  targets: readonly FitTarget[],
  model: MarketModel,
  { longWalks = LONG_WALKS, longestDays = LONGEST_DAYS } = {},
): readonly ModelFigures[] {
  const prepared = prepareModel(model);
  const barsOf = (interval: Interval) => targets.find((target) => target.interval === interval)?.bars ?? 0;
  const walks = (count: number, days: number) =>
    Array.from({ length: count }, (_, index) =>
      simulateReturns(prepared, MINUTE_DEVIATION, `fit-${index}`, {
        days,
        keptHours: barsOf("1h"),
        keptMinutes: barsOf("1m"),
      }),
    );
  const longDays = Math.max(barsOf("1d"), barsOf("1h") / 24);
  const long = walks(longWalks, Math.min(longestDays, Math.ceil(longDays)));
  const short = walks(SHORT_WALKS, Math.ceil(barsOf("1m") / 1_440));
  const returns: Readonly<Record<Interval, readonly Float64Array[]>> = {
    "1m": short.map(({ minutes }) => minutes),
    "1h": long.map(({ hours }) => hours),
    "1d": long.map(({ days }) => days),
  };
  return targets.map((target) => {
    const figures = returns[target.interval].map(measureReturns);
    const median = (read: (each: ReturnFigures) => number) => findQuantile(figures.map(read), 0.5);
    return {
      target,
      kurtosis: median(({ kurtosis }) => kurtosis),
      clustering: target.clustering.map((_, index) => median(({ clustering }) => clustering[index] ?? 0)),
    };
  });
}

/** The distance of a model's figures from the targets: 0 is exact, 1 is one unit in each. */
export function computeDistance(targets: readonly FitTarget[], model: MarketModel): number {
  const squares = measureModel(targets, model).flatMap(({ target, kurtosis, clustering }) => {
    const offs = clustering.map((value, index) => (value - (target.clustering[index] ?? 0)) / CLUSTERING_UNIT);
    return [Math.log(kurtosis / target.kurtosis) / KURTOSIS_UNIT, ...offs].map((off) => off * off);
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

/** The search range of each parameter. */
const parameterRanges: Readonly<Record<keyof MarketModel, readonly [lowest: number, highest: number]>> = {
  shockWeight: [0, 0.2],
  memoryWeight: [0.3, 0.79],
  burstShare: [0, 1],
  jumpsPerDay: [0.02, 8],
  jumpShare: [0, 0.25],
  hourSwing: [0, 0.9],
  daySwing: [0, 0.75],
  monthSwing: [0, 0.9],
};
const parameterNames = Object.keys(parameterRanges) as (keyof MarketModel)[];

/**
 * Searches the nearest model with a number of candidates: the first third over the whole ranges, the others closer and closer
 * to the best so far. The method of simulated moments (D. McFadden 1989), with common random numbers. Calls `onBetter` for
 * each improvement.
 */
export function searchModel(
  targets: readonly FitTarget[],
  start: MarketModel,
  candidates: number,
  onBetter: (model: MarketModel, distance: number, candidate: number) => void,
): { model: MarketModel; distance: number } {
  const random = seedRandom("search", "model");
  let best = { model: start, distance: computeDistance(targets, start) };
  for (let candidate = 1; candidate <= candidates; candidate += 1) {
    const explored = Math.max(0, candidate / candidates - 1 / 3) * 1.5;
    const reach = explored === 0 ? null : 0.25 * (1 - explored) + 0.02;
    const model = Object.fromEntries(
      parameterNames.map((name) => {
        const [lowest, highest] = parameterRanges[name];
        if (reach === null) return [name, lowest + nextUniform(random) * (highest - lowest)];
        const moved = best.model[name] + (2 * nextUniform(random) - 1) * reach * (highest - lowest);
        // Half of the parameters stay, so that a good value is not lost with the others.
        return [name, nextUniform(random) < 0.5 ? best.model[name] : Math.max(lowest, Math.min(highest, moved))];
      }),
    ) as unknown as MarketModel;
    const distance = computeDistance(targets, model);
    if (distance >= best.distance) continue;
    best = { model, distance };
    onBetter(model, distance, candidate);
  }
  return best;
}

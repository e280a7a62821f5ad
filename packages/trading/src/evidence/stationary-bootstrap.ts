import { nextUniform, type RandomState, seedRandom } from "../simulation/seeded-random.ts";
import { computeDeepestFall } from "./return-moments.ts";

const SIGNIFICANCE = 2;

/**
 * The mean block length of a stationary bootstrap that fits the memory of the values, at least 1. Source: D. N. Politis, H. White,
 * Automatic Block-Length Selection for the Dependent Bootstrap, Econometric Reviews 23 (2004), with the correction of
 * A. Patton, D. N. Politis, H. White in volume 28 (2009): b = (G²/g²)^(1/3) n^(1/3), with G and g from a flat-top window
 * that ends at twice the first lag after which no autocorrelation is significant.
 */
export function chooseBlockLength(values: Float64Array): number {
  const count = values.length;
  const longestRun = Math.max(5, Math.ceil(Math.sqrt(Math.log10(count))));
  const longestLag = Math.min(count - 1, Math.ceil(Math.sqrt(count)) + longestRun);
  const covariances = computeAutocovariances(values, longestLag);
  const variance = covariances[0] ?? 0;
  if (!(variance > 0)) return 1;
  const limit = SIGNIFICANCE * Math.sqrt(Math.log10(count) / count);
  const last = findLastSignificantLag(covariances, limit * variance, longestRun);
  const width = Math.min(Math.max(1, 2 * last), longestLag);
  let [weighted, spectrum] = [0, variance];
  for (let lag = 1; lag <= width; lag += 1) {
    const covariance = computeFlatTop(lag / width) * (covariances[lag] ?? 0);
    weighted += 2 * lag * covariance;
    spectrum += 2 * covariance;
  }
  // Corrected for the stationary bootstrap, D is 2 g(0)², so that 2 G² / D is (G / g(0))².
  const length = ((weighted / spectrum) ** 2) ** (1 / 3) * count ** (1 / 3);
  const longest = Math.ceil(Math.min(3 * Math.sqrt(count), count / 3));
  return Number.isFinite(length) ? Math.min(Math.max(1, length), longest) : 1;
}

/** The last lag before `longestRun` lags in a row that are all below the limit. */
function findLastSignificantLag(covariances: Float64Array, limit: number, longestRun: number): number {
  for (let lag = 0; lag + longestRun < covariances.length; lag += 1) {
    let isQuiet = true;
    for (let next = lag + 1; next <= lag + longestRun; next += 1) {
      if (Math.abs(covariances[next] ?? 0) >= limit) isQuiet = false;
    }
    if (isQuiet) return lag;
  }
  let last = 0;
  for (let lag = 1; lag < covariances.length; lag += 1) if (Math.abs(covariances[lag] ?? 0) >= limit) last = lag;
  return last;
}

function computeFlatTop(share: number): number {
  if (share <= 0.5) return 1;
  return share <= 1 ? 2 * (1 - share) : 0;
}

/** Autocovariances at the lags 0 to `longestLag`, with the divisor n. */
function computeAutocovariances(values: Float64Array, longestLag: number): Float64Array {
  const count = values.length;
  let mean = 0;
  for (const value of values) mean += value / count;
  const covariances = new Float64Array(longestLag + 1);
  for (let lag = 0; lag <= longestLag; lag += 1) {
    let sum = 0;
    for (let index = lag; index < count; index += 1) {
      sum += ((values[index] as number) - mean) * ((values[index - lag] as number) - mean);
    }
    covariances[lag] = sum / count;
  }
  return covariances;
}

/**
 * The block length for a series of returns: the larger one of the returns and of their squares, because calm and stormy
 * times last longer than trends.
 */
export function chooseReturnBlockLength(returns: Float64Array): number {
  return Math.max(chooseBlockLength(returns), chooseBlockLength(returns.map((each) => each * each)));
}

/**
 * Fills `sample` with indexes of a series of `count` values: blocks that start anywhere, go on around the end, and have
 * a geometric length with the mean `blockLength`. Changes `random`. Source: D. N. Politis, J. P. Romano, The Stationary Bootstrap,
 * Journal of the American Statistical Association 89 (1994).
 */
export function drawSample(sample: Uint32Array, count: number, blockLength: number, random: RandomState): void {
  const change = 1 / blockLength;
  let index = 0;
  for (let place = 0; place < sample.length; place += 1) {
    if (place === 0 || nextUniform(random) < change) index = Math.floor(nextUniform(random) * count);
    else index = index + 1 === count ? 0 : index + 1;
    sample[place] = index;
  }
}

/** A 95 % interval: the 2.5th and 97.5th percentile of the resampled figures. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface BootstrapIntervals {
  readonly blockLength: number;
  /** The mean divided by the deviation of one excess return, and of one return. Null when the returns do not vary. */
  readonly sharpe: Interval | null;
  readonly sharpeBeforeCash: Interval | null;
  /** The mean of one excess return. */
  readonly mean: Interval;
  /** The deepest fall of the growth of 1 with the total returns. */
  readonly deepestFall: Interval;
}

/** The number of resampled series; the ends of an interval then move by about 2 % of its width from seed to seed. */
const RESAMPLES = 2_000;

export interface BootstrapOptions {
  readonly seed: string;
  readonly resamples?: number;
  /** By default `chooseReturnBlockLength` of the excess returns. */
  readonly blockLength?: number;
}

/**
 * Intervals of Sharpe ratio, mean and deepest fall by resampling the same days of both series: `excess` are returns over
 * cash, `total` the returns themselves. The same seed gives the same intervals.
 */
export function bootstrapIntervals(
  excess: Float64Array,
  total: Float64Array,
  { seed, resamples = RESAMPLES, blockLength = chooseReturnBlockLength(excess) }: BootstrapOptions,
): BootstrapIntervals {
  const count = excess.length;
  const random = seedRandom(seed, "stationary-bootstrap");
  const sample = new Uint32Array(count);
  const [drawnExcess, drawnTotal] = [new Float64Array(count), new Float64Array(count)];
  const figures = Array.from({ length: 4 }, () => new Float64Array(resamples));
  const [sharpes, totalSharpes, means, falls] = figures as [Float64Array, Float64Array, Float64Array, Float64Array];
  for (let round = 0; round < resamples; round += 1) {
    drawSample(sample, count, blockLength, random);
    for (let place = 0; place < count; place += 1) {
      const index = sample[place] as number;
      drawnExcess[place] = excess[index] as number;
      drawnTotal[place] = total[index] as number;
    }
    const { mean, sharpe } = measureDrawn(drawnExcess);
    means[round] = mean;
    sharpes[round] = sharpe;
    totalSharpes[round] = measureDrawn(drawnTotal).sharpe;
    falls[round] = computeDeepestFall(drawnTotal);
  }
  return {
    blockLength,
    sharpe: sharpes.some(Number.isNaN) ? null : toInterval(sharpes),
    sharpeBeforeCash: totalSharpes.some(Number.isNaN) ? null : toInterval(totalSharpes),
    mean: toInterval(means),
    deepestFall: toInterval(falls),
  };
}

/** The mean, and the mean by the deviation; NaN without any variation. */
function measureDrawn(values: Float64Array): { mean: number; sharpe: number } {
  let [sum, squares] = [0, 0];
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  const mean = sum / values.length;
  const variance = (squares - sum * mean) / (values.length - 1);
  return { mean, sharpe: variance > 0 ? mean / Math.sqrt(variance) : NaN };
}

const LOW_SHARE = 0.025;
const HIGH_SHARE = 0.975;

export function toInterval(values: Float64Array): Interval {
  const sorted = values.slice().sort();
  return { low: findSortedQuantile(sorted, LOW_SHARE), high: findSortedQuantile(sorted, HIGH_SHARE) };
}

/** As R's `boot.ci(type = "perc")`: between the ranks around (R + 1) × share. */
function findSortedQuantile(sorted: Float64Array, share: number): number {
  const rank = (sorted.length + 1) * share;
  const below = Math.min(Math.max(Math.floor(rank), 1), sorted.length);
  const above = Math.min(below + 1, sorted.length);
  const low = sorted[below - 1] ?? NaN;
  return low + (rank - Math.floor(rank)) * ((sorted[above - 1] ?? NaN) - low);
}

import { nextUniform, type RandomState, seedRandom } from "../simulation/seeded-random.ts";
import { chooseReturnBlockLength } from "./block-length.ts";

/** The number of resampled series of every interval. */
const RESAMPLES = 10_000;

export interface BootstrapOptions {
  /** The same seed gives the same draws. */
  readonly seed: string;
  readonly resamples?: number;
  /** A whole number of returns; by default `chooseReturnBlockLength` of the excess returns. */
  readonly blockLength?: number;
}

/** A 95 % interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** An interval with the chance of a figure at least this high when the true one is 0: `pValue` ≤ 0.025 where `low` ≥ 0. */
export interface TestedInterval extends Interval {
  /** One-sided. */
  readonly pValue: number;
}

/**
 * Gives the starts of blocks of a circular block bootstrap, resample after resample. Source: D. N. Politis, J. P. Romano, A Circular
 * Block-Resampling Procedure (1992): blocks have one length, start anywhere and go on around the end.
 */
export interface BlockDraws {
  /** Blocks in a resample. */
  readonly blocks: number;
  readonly blockLength: number;
  readonly resamples: number;
  /** Draws the blocks of a resample, and is called `resamples` times. The array is used again. */
  drawStarts(): Uint32Array;
}

export function createBlockDraws(
  values: Float64Array,
  { seed, resamples = RESAMPLES, blockLength = chooseReturnBlockLength(values) }: BootstrapOptions,
): BlockDraws {
  const count = values.length;
  const random: RandomState = seedRandom(seed, "circular-blocks");
  const starts = new Uint32Array(Math.max(1, Math.floor(count / blockLength)));
  return {
    blocks: starts.length,
    blockLength,
    resamples,
    drawStarts() {
      for (let block = 0; block < starts.length; block += 1) starts[block] = Math.floor(nextUniform(random) * count);
      return starts;
    },
  };
}

/** Numbers of a block: its sum and its sum of squares, and their squares and product. */
const SHARPE_SUMS = 5;

/**
 * The studentised draws of a Sharpe ratio and of a mean. Source: O. Ledoit, M. Wolf, Robust Performance Hypothesis Testing with the
 * Sharpe Ratio, Journal of Empirical Finance 15 (2008), section 3.2: each resample has a standard error from its own blocks, and
 * the ratio's error is by the delta method with the gradient (m₂ v^(−3/2), −m₁ v^(−3/2) / 2), v = m₂ − m₁². That of the record
 * itself is from all its blocks.
 */
export class SharpeDraws {
  private readonly sums: Float64Array;
  private readonly scale: number;
  private readonly ratio: number;
  private readonly ratioError: number;
  private readonly mean: number;
  private readonly meanError: number;
  private readonly ratioDraws: Float64Array;
  private readonly meanDraws: Float64Array;
  private drawn = 0;

  constructor(
    values: Float64Array,
    private readonly draws: BlockDraws,
  ) {
    this.ratioDraws = new Float64Array(draws.resamples);
    this.meanDraws = new Float64Array(draws.resamples);
    this.scale = findLargest(values);
    this.sums = sumBlocks(values, this.scale, draws.blockLength);
    const all = this.measure(null);
    this.ratio = all.ratio;
    this.ratioError = all.ratioError;
    this.mean = all.mean;
    this.meanError = all.meanError;
  }

  /** Adds a resample of these blocks. */
  add(starts: Uint32Array): void {
    const { ratio, ratioError, mean, meanError } = this.measure(starts);
    this.ratioDraws[this.drawn] = studentise(ratio - this.ratio, ratioError);
    this.meanDraws[this.drawn] = studentise(mean - this.mean, meanError);
    this.drawn += 1;
  }

  /** The interval of the mean divided by the deviation of one return. Null when the returns do not vary enough. */
  sharpe(): TestedInterval | null {
    return toTestedInterval(this.ratio, this.ratioError, this.ratioDraws);
  }

  /** The interval of the mean of one return. Null when the returns vary, but not enough. */
  meanReturn(): TestedInterval | null {
    const mean = this.mean * this.scale;
    if (!(this.meanError > 0)) return { low: mean, high: mean, pValue: 1 };
    return toTestedInterval(mean, this.meanError * this.scale, this.meanDraws);
  }

  private readonly measured = { ratio: 0, ratioError: 0, mean: 0, meanError: 0 };

  /** Measures a resample, or all blocks of the record when `starts` is null. The object is used again. */
  private measure(starts: Uint32Array | null): SharpeDraws["measured"] {
    const { sums, measured } = this;
    const length = this.draws.blockLength;
    const blocks = starts === null ? sums.length / SHARPE_SUMS : starts.length;
    let [first, second, firstSquared, product, secondSquared] = [0, 0, 0, 0, 0];
    for (let block = 0; block < blocks; block += 1) {
      const place = (starts === null ? block : (starts[block] as number)) * SHARPE_SUMS;
      first += sums[place] as number;
      second += sums[place + 1] as number;
      firstSquared += sums[place + 2] as number;
      product += sums[place + 3] as number;
      secondSquared += sums[place + 4] as number;
    }
    const mean = first / (blocks * length);
    const square = second / (blocks * length);
    const variance = square - mean * mean;
    // The variance of the sums of a block, by its length: the long-run variance of one return, and of its square.
    const ofMean = (firstSquared / blocks - (mean * length) ** 2) / length;
    const ofBoth = (product / blocks - mean * square * length * length) / length;
    const ofSquare = (secondSquared / blocks - (square * length) ** 2) / length;
    const root = Math.sqrt(variance);
    const byMean = square / (variance * root);
    const bySquare = -mean / (2 * variance * root);
    const count = starts === null ? blocks : blocks * length;
    const ratioVariance = byMean * byMean * ofMean + 2 * byMean * bySquare * ofBoth + bySquare * bySquare * ofSquare;
    measured.ratio = variance > 0 ? mean / root : NaN;
    measured.ratioError = Math.sqrt(ratioVariance / count);
    measured.mean = mean;
    measured.meanError = Math.sqrt(ofMean / count);
    return measured;
  }
}

/** A resample without an error says nothing of how far off it is: it widens the interval on its side without an end. */
export function studentise(distance: number, error: number): number {
  if (error > 0) return distance / error;
  return distance < 0 ? -Infinity : Infinity;
}

/** The sums over each block that starts at a place, one block after the other; values are divided by `scale`. */
function sumBlocks(values: Float64Array, scale: number, blockLength: number): Float64Array {
  const count = values.length;
  const sums = new Float64Array(count * SHARPE_SUMS);
  let [first, second] = [0, 0];
  for (let place = 0; place < count + blockLength - 1; place += 1) {
    const value = (values[place % count] as number) / scale;
    first += value;
    second += value * value;
    const start = place - blockLength + 1;
    if (start < 0) continue;
    const at = start * SHARPE_SUMS;
    sums[at] = first;
    sums[at + 1] = second;
    sums[at + 2] = first * first;
    sums[at + 3] = first * second;
    sums[at + 4] = second * second;
    const gone = (values[start] as number) / scale;
    first -= gone;
    second -= gone * gone;
  }
  return sums;
}

function findLargest(values: Float64Array): number {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, Math.abs(value));
  return largest > 0 ? largest : 1;
}

const LOW_SHARE = 0.025;
const HIGH_SHARE = 0.975;

/** The equal-tailed interval of studentised draws, which are sorted in place. Null without an end. */
export function toTestedInterval(value: number, error: number, draws: Float64Array): TestedInterval | null {
  draws.sort();
  const low = value - error * findSortedQuantile(draws, HIGH_SHARE);
  const high = value - error * findSortedQuantile(draws, LOW_SHARE);
  if (!(error > 0) || !Number.isFinite(low) || !Number.isFinite(high)) return null;
  return { low, high, pValue: (1 + countFrom(draws, value / error)) / (draws.length + 1) };
}

/** The number of sorted values that are at least `least`. */
function countFrom(sorted: Float64Array, least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return sorted.length - low;
}

/** The interval between the 2.5th and the 97.5th percentile of resampled figures, which are sorted in place. */
export function toPercentileInterval(figures: Float64Array): Interval {
  figures.sort();
  return { low: findSortedQuantile(figures, LOW_SHARE), high: findSortedQuantile(figures, HIGH_SHARE) };
}

/** As R's `boot.ci`: between the ranks around (R + 1) × share. */
function findSortedQuantile(sorted: Float64Array, share: number): number {
  const rank = (sorted.length + 1) * share;
  const below = Math.min(Math.max(Math.floor(rank), 1), sorted.length);
  const above = Math.min(below + 1, sorted.length);
  const low = sorted[below - 1] ?? NaN;
  return below === above || rank === below ? low : low + (rank - below) * ((sorted[above - 1] ?? NaN) - low);
}

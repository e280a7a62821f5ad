/** The probability of backtest overfitting, with what it was computed from. */
export interface Overfitting {
  /** From 0 to 1. */
  readonly probability: number;
  readonly blocks: number;
  readonly combinations: number;
  readonly variants: number;
}

/** Each block needs enough days for a Sharpe ratio to mean something. */
const LEAST_DAYS_PER_BLOCK = 10;
const BLOCK_COUNTS = [16, 10] as const;
const LEAST_VARIANTS = 2;

/**
 * Measures how often the best of several variants in one half of the time is below the median of all in the other half, by
 * combinatorially symmetric cross-validation: time is cut into 16 (or 10) blocks, and every half of the blocks is once in
 * sample. Variants are compared by the Sharpe ratio. A variant with the median counts half. `returns[v]` are the daily
 * returns of variant v, all of one length. They are those before cash: with cash deducted, the variant with the largest
 * trades would always be best, whatever its trades make. Null when there are too few days or variants.
 * Source: D. H. Bailey, J. Borwein, M. López de Prado, Q. J. Zhu, The Probability of Backtest Overfitting, Journal of
 * Computational Finance 20 (2017; working paper of 2015), section 2.
 */
export function measureOverfitting(returns: readonly Float64Array[]): Overfitting | null {
  const days = returns[0]?.length ?? 0;
  const blocks = BLOCK_COUNTS.find((count) => days >= count * LEAST_DAYS_PER_BLOCK);
  if (blocks === undefined || returns.length < LEAST_VARIANTS) return null;
  const halves = returns.map((each) => tabulate(each, blocks));
  const inSample = new Float64Array(returns.length);
  const outOfSample = new Float64Array(returns.length);
  const all = 2 ** blocks - 1;
  let combinations = 0;
  let overfitted = 0;
  for (let chosen = 0; chosen <= all; chosen += 1) {
    if (countBits(chosen) !== blocks / 2) continue;
    for (let variant = 0; variant < halves.length; variant += 1) {
      const table = halves[variant] as BlockTable;
      inSample[variant] = computeBlockSharpe(table, chosen);
      outOfSample[variant] = computeBlockSharpe(table, all - chosen);
    }
    combinations += 1;
    overfitted += isBelowMedian(outOfSample, findBest(inSample));
  }
  return { probability: overfitted / combinations, blocks, combinations, variants: returns.length };
}

/**
 * Sums over every subset of the lower and of the upper half of the blocks, so that any subset of all blocks is two look-ups.
 * Each has three numbers: the count of returns, their sum and the sum of their squares.
 */
interface BlockTable {
  /** Blocks in a half. */
  readonly bits: number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

const SUMS = 3;

function tabulate(returns: Float64Array, blocks: number): BlockTable {
  const sums = new Float64Array(blocks * SUMS);
  returns.forEach((value, day) => {
    const place = Math.floor((day * blocks) / returns.length) * SUMS;
    sums[place] = (sums[place] ?? 0) + 1;
    sums[place + 1] = (sums[place + 1] ?? 0) + value;
    sums[place + 2] = (sums[place + 2] ?? 0) + value * value;
  });
  const bits = blocks / 2;
  return { bits, lower: sumSubsets(sums.subarray(0, bits * SUMS)), upper: sumSubsets(sums.subarray(bits * SUMS)) };
}

/** The sums of each subset: that without its highest block, plus that block. */
function sumSubsets(sums: Float64Array): Float64Array {
  const subsets = new Float64Array(2 ** (sums.length / SUMS) * SUMS);
  for (let subset = 1; subset < subsets.length / SUMS; subset += 1) {
    const highest = 31 - Math.clz32(subset);
    const rest = (subset - 2 ** highest) * SUMS;
    for (let index = 0; index < SUMS; index += 1) {
      subsets[subset * SUMS + index] = (subsets[rest + index] ?? 0) + (sums[highest * SUMS + index] ?? 0);
    }
  }
  return subsets;
}

const LEAST_VARIANCE = 1e-24;

/** The Sharpe ratio of a variant in the blocks that are bits of `chosen`. */
function computeBlockSharpe({ bits, lower, upper }: BlockTable, chosen: number): number {
  const low = (chosen & (2 ** bits - 1)) * SUMS;
  const high = (chosen >> bits) * SUMS;
  const count = (lower[low] as number) + (upper[high] as number);
  const mean = ((lower[low + 1] as number) + (upper[high + 1] as number)) / count;
  const variance = ((lower[low + 2] as number) + (upper[high + 2] as number)) / count - mean * mean;
  return variance > LEAST_VARIANCE ? mean / Math.sqrt(variance) : 0;
}

function findBest(values: Float64Array): number {
  let best = 0;
  for (let index = 1; index < values.length; index += 1) {
    if ((values[index] as number) > (values[best] as number)) best = index;
  }
  return best;
}

/** 1 when the variant's rank is below the median of all, 0.5 at it, 0 above it; equal values share their ranks. */
function isBelowMedian(values: Float64Array, variant: number): number {
  const own = values[variant] as number;
  let [below, equal] = [0, 0];
  for (const value of values) {
    if (value < own) below += 1;
    else if (value === own) equal += 1;
  }
  const rank = below + (equal + 1) / 2;
  const share = rank / (values.length + 1);
  return share < 0.5 ? 1 : share === 0.5 ? 0.5 : 0;
}

function countBits(value: number): number {
  let bits = 0;
  for (let rest = value; rest > 0; rest >>= 1) bits += rest & 1;
  return bits;
}

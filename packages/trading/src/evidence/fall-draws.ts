import type { BlockDraws } from "./block-bootstrap.ts";
import { type Interval, toPercentileInterval } from "./block-bootstrap.ts";

/** Numbers of a block: its growth, its lowest and highest value from a start of 1, and its deepest fall as a factor. */
const FALL_NUMBERS = 4;

/** The deepest falls of resampled records. A block is four numbers, so a resample is as many steps as it has blocks. */
export class FallDraws {
  private readonly numbers: Float64Array;
  private readonly falls: Float64Array;
  private drawn = 0;

  constructor(returns: Float64Array, { blockLength, resamples }: BlockDraws) {
    this.numbers = measureBlocks(returns, blockLength);
    this.falls = new Float64Array(resamples);
  }

  /** Adds a resample of these blocks. */
  add(starts: Uint32Array): void {
    const { numbers } = this;
    // The value as a factor of the highest so far.
    let [standing, deepest] = [1, 1];
    for (let block = 0; block < starts.length; block += 1) {
      const place = (starts[block] as number) * FALL_NUMBERS;
      const growth = numbers[place] as number;
      const lowest = standing * (numbers[place + 1] as number);
      const highest = standing * (numbers[place + 2] as number);
      const inside = numbers[place + 3] as number;
      deepest = Math.min(deepest, lowest, inside);
      standing = (standing * growth) / Math.max(1, highest);
    }
    this.falls[this.drawn] = deepest - 1;
    this.drawn += 1;
  }

  /** The interval of the deepest fall from a high, as a fraction of it. */
  deepestFall(): Interval {
    return toPercentileInterval(this.falls);
  }
}

function measureBlocks(returns: Float64Array, blockLength: number): Float64Array {
  const count = returns.length;
  const numbers = new Float64Array(count * FALL_NUMBERS);
  for (let start = 0; start < count; start += 1) {
    let [growth, lowest, highest, deepest] = [1, Infinity, 0, 1];
    for (let step = 0; step < blockLength; step += 1) {
      growth *= 1 + (returns[(start + step) % count] as number);
      if (growth > highest) highest = growth;
      else deepest = Math.min(deepest, growth / highest);
      lowest = Math.min(lowest, growth);
    }
    numbers.set([growth, lowest, highest, deepest], start * FALL_NUMBERS);
  }
  return numbers;
}

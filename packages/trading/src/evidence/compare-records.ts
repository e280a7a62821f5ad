import { createBlockDraws, studentise, toTestedInterval } from "./block-bootstrap.ts";
import { chooseReturnBlockLength } from "./block-length.ts";
import { computeExcess, countPerYear, type Estimate, type ReturnRecord } from "./measure-period.ts";

/** A record against that of the same rule without its timing. It explains a record and never decides a verdict. */
export interface RecordComparison {
  /** Mean excess return less that of the benchmark, in points a year. */
  readonly difference: number;
  /**
   * The part of the excess return that `beta` times the benchmark's does not explain, in points a year. With an interval that
   * includes 0, a bot earns what its markets earn.
   */
  readonly alpha: Estimate;
  readonly beta: number;
}

/**
 * Compares the excess returns of two records on the days of both. The same seed gives the same interval. Null with too few common
 * days or a benchmark that does not vary.
 */
export function compareRecords(own: ReturnRecord, benchmark: ReturnRecord, seed: string): RecordComparison | null {
  return compareReturns(...pairExcess(own, benchmark), countPerYear(own), seed);
}

/**
 * Fits own = alpha + beta × benchmark by least squares. The interval of 95 % is by a studentised bootstrap of the same blocks of
 * both (`createBlockDraws`), whose error is that of least squares with the memory of its blocks.
 */
function compareReturns(
  own: Float64Array,
  benchmark: Float64Array,
  perYear: number,
  seed: string,
): RecordComparison | null {
  if (own.length < LEAST_PAIRS) return null;
  const blockLength = Math.max(chooseReturnBlockLength(own), chooseReturnBlockLength(benchmark));
  const sums = new PairSums(own, benchmark, blockLength);
  const everywhere = Uint32Array.from(own, (_, place) => place);
  const { alpha, error, beta } = { ...sums.fit(everywhere, 1) };
  if (!Number.isFinite(alpha)) return null;
  const draws = createBlockDraws(own, { seed, blockLength });
  const studentised = new Float64Array(draws.resamples);
  for (let resample = 0; resample < draws.resamples; resample += 1) {
    const drawn = sums.fit(draws.drawStarts(), blockLength);
    studentised[resample] = studentise(drawn.alpha - alpha, drawn.error);
  }
  const isExact = error < EXACT_ERROR;
  const interval = isExact ? { low: alpha, high: alpha } : toTestedInterval(alpha, error, studentised);
  if (interval === null) return null;
  const yearly = perYear * 100;
  return {
    difference: (average(own) - average(benchmark)) * yearly,
    alpha: { value: alpha * yearly, low: interval.low * yearly, high: interval.high * yearly },
    beta,
  };
}

function average(values: Float64Array): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

/** Residuals of this size are rounding. */
const EXACT_ERROR = 1e-12;
const LEAST_PAIRS = 24;

/** The excess returns of both on the days that both have. */
function pairExcess(own: ReturnRecord, benchmark: ReturnRecord): readonly [Float64Array, Float64Array] {
  const [ownExcess, benchmarkExcess] = [computeExcess(own), computeExcess(benchmark)];
  const places = new Map(Array.from(benchmark.days, (day, index) => [day, index]));
  const common = Array.from(own.days, (day, index) => [index, places.get(day)] as const).filter(
    (pair): pair is readonly [number, number] => pair[1] !== undefined,
  );
  return [
    Float64Array.from(common, ([index]) => ownExcess[index] ?? NaN),
    Float64Array.from(common, ([, index]) => benchmarkExcess[index] ?? NaN),
  ];
}

/** Sums of a block: own, benchmark, benchmark squared, own × benchmark. */
const SUMS = 4;

/** Fits the line to resamples from the sums of their blocks. */
class PairSums {
  private readonly sums: Float64Array;
  private readonly fitted = { alpha: 0, beta: 0, error: 0 };

  constructor(
    own: Float64Array,
    benchmark: Float64Array,
    private readonly blockLength: number,
  ) {
    const count = own.length;
    this.sums = new Float64Array(count * SUMS);
    for (let start = 0; start < count; start += 1) {
      const at = start * SUMS;
      for (let step = 0; step < blockLength; step += 1) {
        const place = (start + step) % count;
        const [y, x] = [own[place] as number, benchmark[place] as number];
        this.sums[at] = (this.sums[at] as number) + y;
        this.sums[at + 1] = (this.sums[at + 1] as number) + x;
        this.sums[at + 2] = (this.sums[at + 2] as number) + x * x;
        this.sums[at + 3] = (this.sums[at + 3] as number) + x * y;
      }
    }
  }

  /**
   * The line through the blocks at `starts`, with the error of its alpha: the deviation of the blocks' sums of
   * e (1 − m (x − m) / v), with the residuals e and the benchmark's mean m and variance v. `spacing` is how far the starts are
   * apart on average: the block length of a resample, 1 for all blocks of the record. The object is used again.
   */
  fit(starts: Uint32Array, spacing: number): PairSums["fitted"] {
    const { sums, blockLength, fitted } = this;
    let [y, x, squares, products] = [0, 0, 0, 0];
    for (let block = 0; block < starts.length; block += 1) {
      const at = (starts[block] as number) * SUMS;
      y += sums[at] as number;
      x += sums[at + 1] as number;
      squares += sums[at + 2] as number;
      products += sums[at + 3] as number;
    }
    const count = starts.length * blockLength;
    const mean = x / count;
    const variance = squares / count - mean * mean;
    const beta = (products / count - mean * (y / count)) / variance;
    const alpha = y / count - beta * mean;
    const slope = mean / variance;
    const constant = 1 + slope * mean;
    let spread = 0;
    for (let block = 0; block < starts.length; block += 1) {
      const at = (starts[block] as number) * SUMS;
      const influence =
        constant * ((sums[at] as number) - alpha * blockLength) +
        (slope * alpha - constant * beta) * (sums[at + 1] as number) +
        slope * (beta * (sums[at + 2] as number) - (sums[at + 3] as number));
      spread += influence * influence;
    }
    fitted.alpha = alpha;
    fitted.beta = beta;
    fitted.error = Math.sqrt(spread / starts.length / blockLength / (starts.length * spacing));
    return fitted;
  }
}

import type { Estimate } from "../evidence/measure-period.ts";
import { chooseReturnBlockLength, drawSample, toInterval } from "../evidence/stationary-bootstrap.ts";
import { seedRandom } from "../simulation/seeded-random.ts";
import { MONTHS_PER_YEAR, toYearlyPoints } from "./measure-core-run.ts";

/** A record against its benchmark, both as monthly excess returns over bills. */
export interface Comparison {
  /** The mean of the record less that of the benchmark, in points a year. */
  readonly difference: number;
  /** The return beyond `beta` times its benchmark, in points a year. */
  readonly alpha: Estimate;
  readonly beta: number;
}

const RESAMPLES = 10_000;

/**
 * Fits own = alpha + beta × benchmark by least squares. The interval of 95 % for alpha comes from resampling the same months
 * of both, in blocks that fit the memory of either.
 */
export function compareRuns(own: Float64Array, benchmark: Float64Array, seed: string): Comparison {
  const count = own.length;
  const fitted = fitLine(own, benchmark);
  const blockLength = Math.max(chooseReturnBlockLength(own), chooseReturnBlockLength(benchmark));
  const random = seedRandom(seed, "paired-bootstrap");
  const sample = new Uint32Array(count);
  const [drawnOwn, drawnBenchmark] = [new Float64Array(count), new Float64Array(count)];
  const alphas = new Float64Array(RESAMPLES);
  for (let round = 0; round < RESAMPLES; round += 1) {
    drawSample(sample, count, blockLength, random);
    for (let place = 0; place < count; place += 1) {
      const index = sample[place] as number;
      drawnOwn[place] = own[index] as number;
      drawnBenchmark[place] = benchmark[index] as number;
    }
    alphas[round] = fitLine(drawnOwn, drawnBenchmark).alpha;
  }
  return {
    difference: (fitted.ownMean - fitted.benchmarkMean) * MONTHS_PER_YEAR * 100,
    alpha: toYearlyPoints({ value: fitted.alpha, ...toInterval(alphas) }),
    beta: fitted.beta,
  };
}

function fitLine(own: Float64Array, benchmark: Float64Array) {
  const count = own.length;
  let [ownSum, benchmarkSum] = [0, 0];
  for (let index = 0; index < count; index += 1) {
    ownSum += own[index] as number;
    benchmarkSum += benchmark[index] as number;
  }
  const [ownMean, benchmarkMean] = [ownSum / count, benchmarkSum / count];
  let [products, squares] = [0, 0];
  for (let index = 0; index < count; index += 1) {
    const distance = (benchmark[index] as number) - benchmarkMean;
    products += distance * ((own[index] as number) - ownMean);
    squares += distance * distance;
  }
  const beta = products / squares;
  return { ownMean, benchmarkMean, beta, alpha: ownMean - beta * benchmarkMean };
}

import { nextUniform, type RandomState, seedRandom } from "../simulation/seeded-random.ts";
import { chooseBlockLength } from "./block-length.ts";
import { MEANS_DEVIATION_FACTOR } from "./measure-period.ts";
import type { MonthlyExcess } from "./monthly-excess.ts";

const PATHS = 10_000;
/** The share of paths that may ever cross the curve. */
const CROSSING_SHARE = 0.05;
/** The curve is calibrated on this many months. */
export const RETIREMENT_MONTHS = 60;
/** Before this month nothing closes. */
export const FIRST_JUDGED_MONTH = 12;
/** With fewer months, a record says nothing about months to come. */
const LEAST_RECORD_MONTHS = 24;

/**
 * The lower bound of a bot's running sum of live excess log returns after m months: mean × m − width × √m. A sum of returns spreads
 * with the root of their number, so that each month from the 12th on is judged about as strictly as another; one figure is
 * calibrated; and the curve goes on after the 60th month.
 */
export interface RetirementCurve {
  /** The mean of the record's monthly excess log returns. */
  readonly mean: number;
  readonly width: number;
}

/**
 * Calibrates the curve of a record: of 10,000 paths of 60 months, 5 % are below it at the end of any month from the 12th on. The
 * same record and seed give the same curve. Null for a record that is too short, or that does not vary.
 */
export function computeRetirementCurve(record: MonthlyExcess, seed: string): RetirementCurve | null {
  const months = widenMeans(record);
  if (months.length < LEAST_RECORD_MONTHS || !months.some((each) => each !== months[0])) return null;
  const mean = average(months);
  const paths = createMonthPaths(months, seed);
  const worst = new Float64Array(PATHS);
  for (let path = 0; path < PATHS; path += 1) worst[path] = findWorstDistance(paths.draw(RETIREMENT_MONTHS), mean);
  worst.sort();
  const width = worst[PATHS * (1 - CROSSING_SHARE) - 1] ?? NaN;
  return { mean, width: Math.max(0, width) };
}

/** The largest of (mean × m − sum) / √m. */
function findWorstDistance(path: Float64Array, mean: number): number {
  let [sum, worst] = [0, -Infinity];
  path.forEach((each, index) => {
    const month = index + 1;
    sum += each;
    if (month >= FIRST_JUDGED_MONTH) worst = Math.max(worst, (mean * month - sum) / Math.sqrt(month));
  });
  return worst;
}

/** The bound after a number of live months; null before the first month that is judged. */
export function findBound({ mean, width }: RetirementCurve, months: number): number | null {
  return months < FIRST_JUDGED_MONTH ? null : mean * months - width * Math.sqrt(months);
}

/** The months with deviations from the mean as live months have them. */
export function widenMeans({ returns, isOfMonthlyMeans }: MonthlyExcess): Float64Array {
  if (!isOfMonthlyMeans) return returns;
  const mean = average(returns);
  return returns.map((each) => mean + (each - mean) * MEANS_DEVIATION_FACTOR);
}

function average(values: Float64Array): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

/**
 * Draws months of a record by the stationary bootstrap: blocks start anywhere, have a random length, and go on around the end. Their
 * mean length is `chooseBlockLength`. Source: D. N. Politis, J. P. Romano, The Stationary Bootstrap, Journal of the American
 * Statistical Association 89 (1994).
 */
export function createMonthPaths(months: Float64Array, seed: string): { draw: (length: number) => Float64Array } {
  const random: RandomState = seedRandom(seed, "stationary-blocks");
  const ending = 1 / chooseBlockLength(months);
  const count = months.length;
  return {
    draw(length) {
      const path = new Float64Array(length);
      let place = 0;
      for (let step = 0; step < length; step += 1) {
        const isNew = step === 0 || nextUniform(random) < ending;
        place = isNew ? Math.floor(nextUniform(random) * count) : (place + 1) % count;
        path[step] = months[place] as number;
      }
      return path;
    },
  };
}

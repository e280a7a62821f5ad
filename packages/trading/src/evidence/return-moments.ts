/** The shape of a series of returns. `mean` and `deviation` are of one return. */
export interface ReturnMoments {
  readonly count: number;
  readonly mean: number;
  /** Square root of the variance with the divisor n − 1. */
  readonly deviation: number;
  /** Third standardised moment (divisor n): 0 of a normal distribution. */
  readonly skewness: number;
  /** Fourth standardised moment (divisor n), not in excess: 3 of a normal distribution. */
  readonly kurtosis: number;
}

export function computeMoments(returns: Float64Array): ReturnMoments {
  const count = returns.length;
  let sum = 0;
  for (const value of returns) sum += value;
  const mean = sum / count;
  let [squares, cubes, fourths] = [0, 0, 0];
  for (const value of returns) {
    const distance = value - mean;
    const square = distance * distance;
    squares += square;
    cubes += square * distance;
    fourths += square * square;
  }
  const variance = squares / count;
  return {
    count,
    mean,
    deviation: Math.sqrt(squares / (count - 1)),
    skewness: variance > 0 ? cubes / count / variance ** 1.5 : 0,
    kurtosis: variance > 0 ? fourths / count / variance ** 2 : 3,
  };
}

/** Smaller deviations than this are rounding, not risk. */
const LEAST_DEVIATION = 1e-12;

/** Mean by deviation of one return; null when the returns do not vary. */
export function computeSharpe({ mean, deviation }: Pick<ReturnMoments, "mean" | "deviation">): number | null {
  return deviation > LEAST_DEVIATION ? mean / deviation : null;
}

/** The deepest fall from a high, as a fraction of it, of the growth of 1: 0 or negative. */
export function computeDeepestFall(returns: Float64Array): number {
  let [value, highest, deepest] = [1, 1, 0];
  for (const each of returns) {
    value *= 1 + each;
    if (value > highest) highest = value;
    else if (value / highest - 1 < deepest) deepest = value / highest - 1;
  }
  return deepest;
}

/** The yearly growth rate of 1 that earns these returns one after the other over `years`: a fraction. */
export function computeYearlyGrowth(returns: Float64Array, years: number): number {
  let logarithm = 0;
  for (const each of returns) logarithm += Math.log1p(Math.max(-1, each));
  return Math.expm1(logarithm / years);
}

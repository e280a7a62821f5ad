/** Bars between two returns whose sizes are compared. */
export const clusteringLags = [1, 5, 20] as const;

/** The figures of a series of simple returns, one per bar. */
export interface ReturnFigures {
  readonly count: number;
  /** Standard deviation of a bar's return, a fraction. */
  readonly deviation: number;
  /** Fourth central moment by the square of the second: 3 of a normal distribution, more with fat tails. */
  readonly kurtosis: number;
  /** Autocorrelation of the returns' sizes at `clusteringLags`: how likely large moves follow large moves. */
  readonly clustering: readonly number[];
  /** The deepest fall from a high, a fraction of it, when the returns follow one another. */
  readonly drawdown: number;
}

/** @throws RangeError for fewer returns than the longest lag needs */
export function measureReturns(returns: Float64Array): ReturnFigures {
  const count = returns.length;
  const longest = Math.max(...clusteringLags);
  if (count <= longest) throw new RangeError(`${count} returns are too few: ${longest + 1} are needed`);
  const mean = computeMean(returns);
  let [squares, fourths] = [0, 0];
  for (const value of returns) {
    const square = (value - mean) ** 2;
    squares += square;
    fourths += square * square;
  }
  return {
    count,
    deviation: Math.sqrt(squares / count),
    kurtosis: (fourths * count) / (squares * squares),
    clustering: clusteringLags.map((lag) => computeAutocorrelation(returns.map(Math.abs), lag)),
    drawdown: computeMaxDrawdown(returns),
  };
}

function computeAutocorrelation(values: Float64Array, lag: number): number {
  const mean = computeMean(values);
  let [together, alone] = [0, 0];
  for (let index = 0; index < values.length; index += 1) {
    const deviation = (values[index] ?? 0) - mean;
    alone += deviation * deviation;
    if (index >= lag) together += deviation * ((values[index - lag] ?? 0) - mean);
  }
  return together / alone;
}

function computeMaxDrawdown(returns: Float64Array): number {
  let [value, highest, deepest] = [1, 1, 0];
  for (const each of returns) {
    value *= 1 + each;
    highest = Math.max(highest, value);
    deepest = Math.max(deepest, 1 - value / highest);
  }
  return deepest;
}

function computeMean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/** The value below which `share` (0 to 1) of the values lie, by the nearest rank. */
export function findQuantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  const rank = Math.round(share * (sorted.length - 1));
  return sorted[rank] ?? NaN;
}

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

/** A block of fixed length needs (3/2)^(1/3) of the mean length of a random one (Politis and White 2004, section 3). */
const FIXED_LENGTH_FACTOR = Math.cbrt(1.5);
/** A standard error from fewer blocks than this is hardly one. */
const LEAST_BLOCKS = 10;

/**
 * The whole block length for resampling returns: the larger one of the returns and of their squares, because calm and stormy
 * times last longer than trends. At least the cube root of their number, because a short block costs more in bias than a long
 * one in precision, and at most a tenth of it.
 */
export function chooseReturnBlockLength(returns: Float64Array): number {
  const chosen = Math.max(chooseBlockLength(returns), chooseBlockLength(returns.map((each) => each * each)));
  const longest = Math.max(1, Math.floor(returns.length / LEAST_BLOCKS));
  return Math.min(longest, Math.ceil(Math.max(FIXED_LENGTH_FACTOR * chosen, Math.cbrt(returns.length))));
}

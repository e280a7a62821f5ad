/**
 * The probability that a standard normal variable is at most `z`. Source: the error function by the continued fraction of
 * Lentz beyond 3 and by its series below (M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 7.1.6 and 7.1.14);
 * exact to about 1e-15.
 */
export function computeNormalProbability(z: number): number {
  if (Number.isNaN(z)) return NaN;
  const size = Math.abs(z);
  if (size > 38) return z > 0 ? 1 : 0;
  const upper = size < 3 ? 0.5 - sumSeries(size) : computeUpperTail(size);
  return z > 0 ? 1 - upper : upper;
}

const SERIES_TERMS = 200;
const FRACTION_TERMS = 200;
const DENSITY_FACTOR = 1 / Math.sqrt(2 * Math.PI);

/** The probability between 0 and z: density × (z + z³/3 + z⁵/(3 × 5) + …). */
function sumSeries(z: number): number {
  let term = z;
  let sum = z;
  for (let index = 1; index < SERIES_TERMS; index += 1) {
    term *= (z * z) / (2 * index + 1);
    sum += term;
    if (term < sum * 1e-17) break;
  }
  return computeNormalDensity(z) * sum;
}

/** The probability above z: density / (z + 1/(z + 2/(z + 3/(z + …)))). */
function computeUpperTail(z: number): number {
  let fraction = z;
  for (let index = FRACTION_TERMS; index >= 1; index -= 1) fraction = z + index / fraction;
  return computeNormalDensity(z) / fraction;
}

function computeNormalDensity(z: number): number {
  return DENSITY_FACTOR * Math.exp((-z * z) / 2);
}

/** P. J. Acklam's coefficients (2003), exact to 1.15e-9 before the refinement. */
const CENTRE_ABOVE = [
  -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1,
  2.506628277459239,
] as const;
const CENTRE_BELOW = [
  -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1, -1.328068155288572e1, 1,
] as const;
const TAIL_ABOVE = [
  -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
  2.938163982698783,
] as const;
const TAIL_BELOW = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1] as const;
const TAIL_SHARE = 0.02425;

/**
 * The value that a standard normal variable is at most with probability `p` (0 to 1). Source: P. J. Acklam's rational
 * approximation, refined by one step of E. Halley's method.
 */
export function findNormalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) return p === 0 ? -Infinity : p === 1 ? Infinity : NaN;
  if (p > 0.5) return -findNormalQuantile(1 - p);
  const start = p < TAIL_SHARE ? approximateTail(Math.sqrt(-2 * Math.log(p))) : approximateCentre(p - 0.5);
  const error = (computeNormalProbability(start) - p) / computeNormalDensity(start);
  return start - error / (1 + (start * error) / 2);
}

function approximateTail(q: number): number {
  return evaluatePolynomial(TAIL_ABOVE, q) / evaluatePolynomial(TAIL_BELOW, q);
}

function approximateCentre(q: number): number {
  const square = q * q;
  return (q * evaluatePolynomial(CENTRE_ABOVE, square)) / evaluatePolynomial(CENTRE_BELOW, square);
}

function evaluatePolynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
}

/** A Sharpe ratio of single returns (not annual) with what its uncertainty depends on. */
export interface SharpeSample {
  readonly sharpe: number;
  /** The number of returns. */
  readonly count: number;
  readonly skewness: number;
  /** Not in excess: 3 of a normal distribution. */
  readonly kurtosis: number;
}

const CONFIDENCE = 0.95;
const EULER_GAMMA = 0.577_215_664_901_532_9;

/** Variance of the estimated ratio times the number of returns: 1 − γ₃ SR + (γ₄ − 1)/4 SR². */
function computeVarianceFactor({ sharpe, skewness, kurtosis }: Omit<SharpeSample, "count">): number {
  return 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe;
}

/**
 * The standard error of a Sharpe ratio of independent, normal returns: sqrt((1 + SR²/2) / T). Source: A. W. Lo, The Statistics
 * of Sharpe Ratios, Financial Analysts Journal 58 (2002), equation 9.
 */
export function computeSharpeError(sharpe: number, count: number): number {
  return Math.sqrt((1 + (sharpe * sharpe) / 2) / count);
}

/**
 * The probability that the true Sharpe ratio is above `threshold`: Φ((SR − SR*) sqrt(T − 1) / sqrt(1 − γ₃ SR + (γ₄ − 1)/4 SR²)).
 * Source: D. H. Bailey, M. López de Prado, The Sharpe Ratio Efficient Frontier, Journal of Risk 15 (2012), equation 9.
 */
export function computeProbabilisticSharpe(sample: SharpeSample, threshold = 0): number {
  const deviation = Math.sqrt(computeVarianceFactor(sample));
  return computeNormalProbability(((sample.sharpe - threshold) * Math.sqrt(sample.count - 1)) / deviation);
}

/**
 * The highest Sharpe ratio to expect by chance from `trials` independent tries without any skill, whose ratios have this
 * variance: sqrt(V) ((1 − γ) Φ⁻¹(1 − 1/N) + γ Φ⁻¹(1 − 1/(N e))). 0 for one try.
 * Source: D. H. Bailey, M. López de Prado, The Deflated Sharpe Ratio, Journal of Portfolio Management 40 (2014), equation 1.
 */
export function computeExpectedMaximum(trials: number, variance: number): number {
  if (trials <= 1) return 0;
  const first = findNormalQuantile(1 - 1 / trials);
  const second = findNormalQuantile(1 - 1 / (trials * Math.E));
  return Math.sqrt(variance) * ((1 - EULER_GAMMA) * first + EULER_GAMMA * second);
}

/**
 * The probability that the true Sharpe ratio is above 0 although it was found with `trials` tries whose ratios (of single
 * returns) have this variance. Source: as `computeExpectedMaximum`, equation 2.
 */
export function computeDeflatedSharpe(sample: SharpeSample, trials: number, variance: number): number {
  return computeProbabilisticSharpe(sample, computeExpectedMaximum(trials, variance));
}

/**
 * The number of returns that would show the ratio to be above `threshold` with 95 % confidence (one-sided):
 * 1 + (1 − γ₃ SR + (γ₄ − 1)/4 SR²) (z / (SR − SR*))². Null when the ratio is not above it.
 * Source: D. H. Bailey, M. López de Prado, The Sharpe Ratio Efficient Frontier (2012), equation 11.
 */
export function computeLeastCount(sample: Omit<SharpeSample, "count">, threshold = 0): number | null {
  if (!(sample.sharpe > threshold)) return null;
  const distance = findNormalQuantile(CONFIDENCE) / (sample.sharpe - threshold);
  return 1 + computeVarianceFactor(sample) * distance * distance;
}

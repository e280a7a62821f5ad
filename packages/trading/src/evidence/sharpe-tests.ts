import { computeNormalProbability, findNormalQuantile } from "./normal-distribution.ts";

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

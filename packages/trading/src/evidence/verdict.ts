/** "No evidence of an edge", "Weak evidence", "Evidence in both halves". */
export type Verdict = "none" | "weak" | "both-halves";

export interface VerdictFigures {
  /** The lower bound of the Sharpe ratio's 95 % interval; null when it cannot be computed. */
  readonly sharpeLow: number | null;
  readonly deflatedSharpe: number | null;
  /** The probability that the true Sharpe ratio is above 0, in the first and the second half alone. */
  readonly halves: readonly (number | null)[];
}

/** A deflated Sharpe ratio at which chance and the number of variants no longer explain the record. */
const LEAST_DEFLATED_SHARPE = 0.95;
/** In each half alone, which is half as long, a ratio above 0 must be four times as likely as one below. */
const LEAST_HALF_PROBABILITY = 0.8;

/**
 * Judges a record by rule. None: the interval of the Sharpe ratio includes 0 or less, or there is no interval. Weak: the
 * interval is above 0. Both halves: also the deflated Sharpe ratio is at least 0.95, and in each half alone the probability
 * of a ratio above 0 is at least 0.8.
 */
export function judge({ sharpeLow, deflatedSharpe, halves }: VerdictFigures): Verdict {
  if (sharpeLow === null || !(sharpeLow > 0)) return "none";
  const isDeflated = deflatedSharpe !== null && deflatedSharpe >= LEAST_DEFLATED_SHARPE;
  const isInBoth = halves.length === 2 && halves.every((each) => each !== null && each >= LEAST_HALF_PROBABILITY);
  return isDeflated && isInBoth ? "both-halves" : "weak";
}

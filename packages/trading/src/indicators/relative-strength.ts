/**
 * Relative strength index, 0 to 100 (J. Welles Wilder, New Concepts in Technical Trading Systems, 1978): the average
 * gain and the average loss start as the means of the first `period` changes and then move by 1/period of the difference.
 * It is 100 without losses, and 50 without any moves.
 */
export interface RelativeStrength {
  readonly period: number;
  readonly count: number;
  readonly averageGain: number;
  readonly averageLoss: number;
  readonly previous: number | null;
  /** `null` until `period` changes (`period` + 1 values) have been seen. */
  readonly value: number | null;
}

export function createRelativeStrength(period: number): RelativeStrength {
  return { period, count: 0, averageGain: 0, averageLoss: 0, previous: null, value: null };
}

export function updateRelativeStrength(strength: RelativeStrength, value: number): RelativeStrength {
  if (strength.previous === null) return { ...strength, previous: value };
  const { period } = strength;
  const change = value - strength.previous;
  const gain = change > 0 ? change : 0;
  const loss = change < 0 ? -change : 0;
  const count = Math.min(strength.count + 1, period);
  // During the first `period` changes, the averages are the means so far.
  const averageGain = strength.averageGain + (gain - strength.averageGain) / count;
  const averageLoss = strength.averageLoss + (loss - strength.averageLoss) / count;
  const next = { period, count, averageGain, averageLoss, previous: value };
  return { ...next, value: count === period ? computeIndex(averageGain, averageLoss) : null };
}

function computeIndex(averageGain: number, averageLoss: number): number {
  const total = averageGain + averageLoss;
  return total === 0 ? 50 : (100 * averageGain) / total;
}

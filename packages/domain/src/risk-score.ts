import { DAY_MS } from "./durations.ts";

/** Risk from 1 (low) to 5 (high). */
export type RiskLevel = 1 | 2 | 3 | 4 | 5;

export interface RiskScore {
  level: RiskLevel;
  /** Annual volatility of weekly returns over the last five years, in per cent. */
  volatilityPct: number;
  /** Deepest fall from a peak over the whole record, in per cent of the peak: 0 or negative. */
  deepestFallPct: number;
}

/** A point of a growth curve: the value of 1 at the end of a UTC day. */
export interface CurvePoint {
  date: string;
  value: number;
}

/**
 * Upper borders of the levels 1 to 4, in per cent a year. They are those of the synthetic risk indicator of European funds
 * (CESR/10-673, Box 3), with its seven classes joined to five: 1 and 2, 3, 4, 5, 6 and 7.
 */
const VOLATILITY_BORDERS = [2, 5, 10, 15] as const;
/** Upper borders of the levels 1 to 4 for the deepest fall, in per cent: about two years' volatility of the same level. */
const FALL_BORDERS = [5, 10, 20, 35] as const;

const YEARS = 5;
const WEEKS_A_YEAR = 52;
/** With fewer weeks a volatility says little. */
const LEAST_WEEKS = 26;
const WEEK_MS = 7 * DAY_MS;

const MONTHS_A_YEAR = 12;
/**
 * The variance of changes of monthly means times this is that of changes from month's end to month's end. Source: H. Working, Note on the
 * Correlation of First Differences of Averages in a Random Chain, Econometrica 28 (1960).
 */
export const MEANS_VARIANCE_FACTOR = 1.5;

/**
 * The risk of a record: the higher of the levels of its volatility and of its deepest fall. Null for a record that is too
 * short. Statistics, not money: floats.
 *
 * volatility = standard deviation of ln(v[t] / v[t−1]) over weeks × √52, and of a record of monthly means over months × √(12 × 1.5)
 *
 * @param curve oldest first; at least one point a week, or a month, in the last five years
 * @param deepestFallPct of the whole record, 0 or negative
 * @param isOfMonthlyMeans true for a curve with one point a month
 */
export function scoreRisk(
  curve: readonly CurvePoint[],
  deepestFallPct: number,
  isOfMonthlyMeans = false,
): RiskScore | null {
  const weeks = takeWeeks(curve);
  if (weeks.length <= LEAST_WEEKS) return null;
  const returns = weeks.slice(1).map((value, index) => Math.log(value / (weeks[index] ?? value)));
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length;
  const variance = returns.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (returns.length - 1);
  const perYear = isOfMonthlyMeans ? MONTHS_A_YEAR * MEANS_VARIANCE_FACTOR : WEEKS_A_YEAR;
  const volatilityPct = Math.sqrt(variance * perYear) * 100;
  const level = Math.max(findLevel(volatilityPct, VOLATILITY_BORDERS), findLevel(-deepestFallPct, FALL_BORDERS));
  return { level: level as RiskLevel, volatilityPct, deepestFallPct };
}

/** The last value of each week of the last five years, oldest first. */
export function takeWeeks(curve: readonly CurvePoint[]): number[] {
  const last = curve.at(-1);
  if (last === undefined) return [];
  const end = Date.parse(last.date);
  const start = end - YEARS * WEEKS_A_YEAR * WEEK_MS;
  const values = new Map<number, number>();
  for (const { date, value } of curve) {
    const at = Date.parse(date);
    if (at >= start) values.set(Math.ceil((end - at + 1) / WEEK_MS), value);
  }
  // A point of an older day of a week never replaces a newer one: the curve is sorted, so the last one stays.
  return [...values.values()];
}

function findLevel(figure: number, borders: readonly number[]): number {
  const level = borders.findIndex((border) => figure < border);
  return level === -1 ? borders.length + 1 : level + 1;
}

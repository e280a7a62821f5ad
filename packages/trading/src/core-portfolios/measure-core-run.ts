import { DAY_MS } from "@wazi/domain";
import { type Estimate, measurePeriod, type ReturnRecord } from "../evidence/measure-period.ts";
import { type CoreRun } from "./run-core-rule.ts";

export const MONTHS_PER_YEAR = 12;

/** The run as a record of monthly means: each return ends on its month's last day. */
export function toReturnRecord({ firstMonth, total, bills }: CoreRun): ReturnRecord {
  return {
    firstDay: findLastDay(firstMonth - 1),
    days: Int32Array.from(total, (_, index) => findLastDay(firstMonth + index)),
    total,
    cash: bills,
    perYear: MONTHS_PER_YEAR,
    isOfMonthlyMeans: true,
  };
}

/** In days since 1970-01-01. */
function findLastDay(month: number): number {
  return Date.UTC(Math.floor(month / MONTHS_PER_YEAR), (month % MONTHS_PER_YEAR) + 1, 0) / DAY_MS;
}

/** The growth of 1 over all months. */
export function computeGrowth(returns: Float64Array): number {
  return returns.reduce((value, each) => value * (1 + each), 1);
}

/** The return of each whole calendar year, in per cent, by its year. */
export function computeYearly({ firstMonth }: Pick<CoreRun, "firstMonth">, returns: Float64Array): Map<number, number> {
  const yearly = new Map<number, number>();
  const lead = (MONTHS_PER_YEAR - (firstMonth % MONTHS_PER_YEAR)) % MONTHS_PER_YEAR;
  for (let start = lead; start + MONTHS_PER_YEAR <= returns.length; start += MONTHS_PER_YEAR) {
    const growth = computeGrowth(returns.subarray(start, start + MONTHS_PER_YEAR));
    yearly.set((firstMonth + start) / MONTHS_PER_YEAR, (growth - 1) * 100);
  }
  return yearly;
}

/** The deepest fall from a high. Months as in `CoreRun`. */
export interface WorstFall {
  /** In per cent of the high: 0 or negative. */
  readonly pct: number;
  /** The month at whose end the value was highest, and that at whose end it was lowest. */
  readonly highMonth: number;
  readonly lowMonth: number;
  /** The first month at whose end the high was reached again; null when the record ends below it. */
  readonly recoveredMonth: number | null;
}

/** Null when the value never falls. */
export function findWorstFall({ firstMonth, total }: Pick<CoreRun, "firstMonth" | "total">): WorstFall | null {
  let [value, high, highMonth] = [1, 1, firstMonth - 1];
  let [low, fall]: [number, WorstFall | null] = [0, null];
  total.forEach((each, index) => {
    const month = firstMonth + index;
    value *= 1 + each;
    if (value >= high) {
      if (fall !== null && fall.highMonth === highMonth) fall = { ...fall, recoveredMonth: month };
      [high, highMonth] = [value, month];
    } else if (value / high - 1 < low) {
      low = value / high - 1;
      fall = { pct: low * 100, highMonth, lowMonth: month, recoveredMonth: null };
    }
  });
  return fall;
}

/** The months from the high of a fall until it was reached again, or until the record's last month. */
export function countFallMonths({ highMonth, recoveredMonth }: WorstFall, lastMonth: number): number {
  return (recoveredMonth ?? lastMonth) - highMonth;
}

export interface CoreFigures {
  /** By year, in per cent. Years that are not whole are left out. */
  readonly yearly: ReadonlyMap<number, number>;
  /** Years in which it earned less than bills. */
  readonly yearsBelowBills: number;
  /** Yearly, of monthly means: divided by √1.5. Null when nothing is earned over bills. */
  readonly sharpe: Estimate | null;
  /** The chance of such a ratio without any premium, one-sided. */
  readonly pValue: number | null;
  /** Mean monthly return over bills × 12, in points a year. */
  readonly excess: Estimate;
  readonly worstFall: WorstFall | null;
}

/** Measures a run. The intervals of 95 % are reproducible by the seed. */
export function measureCoreRun(run: CoreRun, seed: string): CoreFigures {
  const { sharpe, pValue, excessReturnPct } = measurePeriod(toReturnRecord(run), seed);
  if (excessReturnPct === null) throw new RangeError("The run is too short to be measured");
  const yearly = computeYearly(run, run.total);
  const bills = computeYearly(run, run.bills);
  return {
    yearly,
    yearsBelowBills: [...yearly].filter(([year, pct]) => pct < (bills.get(year) ?? 0)).length,
    sharpe,
    pValue,
    excess: excessReturnPct,
    worstFall: findWorstFall(run),
  };
}

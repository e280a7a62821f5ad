import {
  accrual,
  divideDown,
  divideUp,
  factor,
  SCALE,
  type Accrual,
  type Factor,
  type Nav,
  type Units,
} from "./money.ts";

/** Interest that has arrived, as it is spread. Days are counted since 1970. */
export interface InterestArrival {
  readonly amount: Accrual;
  /** It is spread evenly over this many days. */
  readonly days: number;
  readonly firstDay: number;
}

/** The part of an arrival that is spread up to the end of a day, rounded down. After its last day it is all of it. */
export function spreadThrough({ amount, days, firstDay }: InterestArrival, day: number): Accrual {
  const begun = Math.min(days, Math.max(0, day - firstDay + 1));
  return accrual((amount * BigInt(begun)) / BigInt(days));
}

/** The part of what earlier days have left that a day shares. All of it at once would reward those who join the day before. */
const CARRIED_DAYS = 30n;

/** The sum of a day: the arrivals' part of the day, and what earlier days have left. */
export interface DaySum {
  readonly portion: Accrual;
  readonly carried: Accrual;
}

/**
 * Reads what a day can share. What is left of earlier days is what arrived for them, less what pools got or have a claim to.
 * @param taken what pools got or have a claim to
 */
export function sumDay(arrivals: readonly InterestArrival[], day: number, taken: Accrual): DaySum {
  const through = (last: number): bigint => arrivals.reduce((sum, each) => sum + spreadThrough(each, last), 0n);
  const left = through(day) - taken;
  const available = left > 0n ? left : 0n;
  const ofDay = through(day) - through(day - 1);
  const portion = ofDay < available ? ofDay : available;
  return { portion: accrual(portion), carried: accrual(available - portion) };
}

/**
 * The growth of 1 of idle cash in a day, the same for all pools, rounded down. What it leaves is for later days.
 * @param idle the idle cash of all pools
 * @param highest what idle cash can earn in a day
 */
export function computeDayGrowth({ portion, carried }: DaySum, idle: Accrual, highest: Factor): Factor {
  if (idle <= 0n) return factor(0n);
  const growth = divideDown((portion + divideUp(carried, CARRIED_DAYS)) * SCALE, idle);
  return growth < highest ? factor(growth) : highest;
}

/** The idle cash of a pool, rounded up, so that nothing that it earns exceeds its part. */
export const computeIdleCash = (held: Units, perUnit: Nav): Accrual => accrual(divideUp(held * perUnit, SCALE));

/** The interest of idle cash in a day, rounded down. */
export const computeDayPart = (idle: Accrual, growth: Factor): Accrual => accrual(divideDown(idle * growth, SCALE));

/**
 * The growth of a pool whose idle cash has changed since the day was fixed. Less cash earns the same rate, and what is not
 * earned is for later days. More cash shares the same part.
 */
export function computePoolGrowth(fixed: { idle: Accrual; growth: Factor }, idle: Accrual): Factor {
  return idle <= fixed.idle ? fixed.growth : factor(divideDown(fixed.growth * fixed.idle, idle));
}

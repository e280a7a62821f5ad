import { intervalMs } from "../candle.ts";

/** A cash dividend per share. Holders before `exTime` receive it. From `exTime` the price is without it. */
export interface Dividend {
  /** Epoch milliseconds, a whole minute. */
  readonly exTime: number;
  /** In the quote currency, above 0: a decimal string of two places. */
  readonly amount: string;
}

/** The dividends of a symbol, and their day in the quarter. */
export interface DividendPlan {
  /** A year's dividends as a fraction of the price. */
  readonly yearlyYield: number;
  /** The day of the 91-day cycle at which it goes ex, 0 to 90; day 0 was 1 January 1970, a Thursday. */
  readonly cycleDay: number;
}

/** Thirteen weeks, so that a symbol's ex-dates fall on the same day of the week. */
export const DIVIDEND_CYCLE_DAYS = 91;
const PAYMENTS_PER_YEAR = 4;
/** 14:30 UTC, the opening of New York in winter. */
const EX_TIME_OF_DAY_MS = 14.5 * intervalMs["1h"];

/**
 * The first dividend after `time` (epoch ms): a quarter of the yearly yield at `price`, at least one cent. It is declared at
 * the ex-date before, so it is always known in advance.
 */
export function declareDividend({ yearlyYield, cycleDay }: DividendPlan, price: number, time: number): Dividend {
  const first = cycleDay * intervalMs["1d"] + EX_TIME_OF_DAY_MS;
  const cycle = DIVIDEND_CYCLE_DAYS * intervalMs["1d"];
  const exTime = first + (Math.floor((time - first) / cycle) + 1) * cycle;
  const cents = Math.max(1, Math.round((price * yearlyYield * 100) / PAYMENTS_PER_YEAR));
  return { exTime, amount: (cents / 100).toFixed(2) };
}

import { DAY_MS } from "@wazi/domain";
import { startOfMonth } from "../months.ts";
import type { MonthlyRate } from "./evidence-days.ts";
import { type MonthlyColumns, parseMonthlyColumns } from "./parse-monthly-columns.ts";

/** The column of a file of rates. */
export const RATE_COLUMN = "annual_rate_percent";
/** A yield may be below 0; a rate of −20 % or less is an error of the file. */
const RULES = [{ name: RATE_COLUMN, least: -20, isAbove: true }] as const;

/**
 * Reads a file of monthly rates in per cent a year, no month left out.
 * @throws Error naming the file and line of an invalid row
 */
export function parseMonthlyRates(text: string, fileName: string): MonthlyColumns {
  return parseMonthlyColumns(text, fileName, { header: `month,${RATE_COLUMN}`, rules: RULES });
}

/** Reads a file of monthly cash rates, as `parseMonthlyRates`, with the first day of each month. */
export function parseCashRates(text: string, fileName: string): MonthlyRate[] {
  const { firstMonth, columns } = parseMonthlyRates(text, fileName);
  return Array.from(columns[RATE_COLUMN] ?? [], (ratePct, index) => {
    return { day: startOfMonth(firstMonth + index) / DAY_MS, ratePct };
  });
}

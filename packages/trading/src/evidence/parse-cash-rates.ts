import { DAY_MS } from "@wazi/domain";
import type { MonthlyRate } from "./evidence-days.ts";

const HEADER = "month,annual_rate_percent";

/**
 * Reads a file of monthly cash rates: the month's first day and the rate in per cent a year, no month left out.
 * @param name of the file, for messages
 * @throws Error naming the file and line of an invalid row
 */
export function parseCashRates(text: string, name: string): MonthlyRate[] {
  const [header, ...lines] = text.trim().split(/\r?\n/);
  if (header !== HEADER) throw new Error(`${name}, line 1: the header is not ${HEADER}`);
  let expected: number | null = null;
  return lines.map((line, index) => {
    const [month = "", rate = ""] = line.split(",");
    const time = Date.parse(month);
    const ratePct = rate.trim() === "" ? NaN : Number(rate);
    if (Number.isNaN(time) || Number.isNaN(ratePct)) throw new Error(`${name}, line ${index + 2}: not a rate`);
    if (expected !== null && time !== expected) {
      throw new Error(`${name}, line ${index + 2}: the month does not follow the one above`);
    }
    const date = new Date(time);
    expected = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
    return { day: Math.floor(time / DAY_MS), ratePct };
  });
}

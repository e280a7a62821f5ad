import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { parseCashRates, toMonth } from "@wazi/trading";
import { DAY_MS } from "@wazi/contracts";

/**
 * The bank-discount rate (per cent) of a bill that is held in a month (`toMonth`): that of the month before, in which it was bought, as in
 * the records of core portfolios. Null for a month without one.
 */
export type FindBillRate = (month: number) => number | null;

/** Three-month US Treasury bills, 1934-01 to 2023-11. Source: Federal Reserve, H.15 (TB3MS). Beside this file in the source, and beside the bundle in a build. */
const SHIPPED_FILE = join(import.meta.dirname, "us-treasury-bills.csv");

/**
 * Reads a file of monthly rates, as the evidence has them.
 * @param path the file that BILL_RATES_FILE names; without one, the shipped file
 * @throws Error for a file that is missing, or naming its invalid line
 */
export function readBillRates(path: string = SHIPPED_FILE): FindBillRate {
  const rates = parseCashRates(readFileSync(path, "utf8"), basename(path));
  const ratePcts = new Map(rates.map(({ day, ratePct }) => [toMonth(day * DAY_MS), ratePct]));
  return (month) => ratePcts.get(month - 1) ?? null;
}

/** As `readBillRates`, and takes up rates that are added to the file later: after a change it is read again when a rate is missing. */
export function followBillRates(path: string = SHIPPED_FILE): FindBillRate {
  let [version, findRate] = [readVersion(path), readBillRates(path)];
  return (month) => {
    const known = findRate(month);
    if (known !== null) return known;
    const newest = readVersion(path);
    if (newest === version) return null;
    [version, findRate] = [newest, readBillRates(path)];
    return findRate(month);
  };
}

/** Changes with the file. */
function readVersion(path: string): string {
  const { mtimeMs, size } = statSync(path);
  return `${mtimeMs} ${size}`;
}

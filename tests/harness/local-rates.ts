import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FIRST_YEAR = 1993;
const MONTHS = 28 * 12;

/** Rows of made-up numbers, from January 1993 to December 2020. */
function listRows(compute: (month: number) => number): string {
  return Array.from({ length: MONTHS }, (_, month) => {
    const year = FIRST_YEAR + Math.floor(month / 12);
    return `${year}-${String((month % 12) + 1).padStart(2, "0")}-01,${compute(month).toFixed(2)}\n`;
  }).join("");
}

/** The files of LOCAL_RATES_DIR for Kenya, with made-up rates: bills of 6 to 12 %, and a shilling that falls from 50 to 110 a dollar. */
export const madeUpRates: Readonly<Record<string, string>> = {
  "rate_ke_tbill_91d_monthly.csv": `month,annual_discount_percent\n${listRows((month) => 9 + 3 * Math.cos(month / 20))}`,
  "fx_usd_kes_monthly.csv": `month,kes_per_usd\n${listRows((month) => 50 + (60 * month) / MONTHS)}`,
};

/** Writes files to a new folder and returns its path. */
export function writeLocalRates(files: Readonly<Record<string, string>> = madeUpRates): string {
  const folder = mkdtempSync(join(tmpdir(), "local-rates-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

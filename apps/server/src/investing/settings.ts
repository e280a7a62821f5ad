import { resolve } from "node:path";
import { readLocalRates } from "./evidence/local-rates.ts";
import { readBillRates } from "./retirement/bill-rates.ts";
import { defineSettings, optional, parseOneOf, Problem, required } from "../platform/settings/setting-entry.ts";

const parsePath = (text: string, baseDir: string): string | Problem =>
  text.includes("\0") ? new Problem("is not a path") : resolve(baseDir, text);

export const investingSettings = defineSettings({
  title: "Bots",
  entries: {
    unprovenBots: required({
      variable: "UNPROVEN_BOTS",
      fallback: "closed",
      meaning:
        "In live mode: whether new money may go into bots without evidence of more than Treasury bills. open: every activation shows and records that there is no evidence, and the public log shows this setting. In a demo all bots are open.",
      allowed: "closed or open",
      parse: parseOneOf("closed", "open"),
    }),
    profitShareAbove: required({
      variable: "PROFIT_SHARE_ABOVE",
      fallback: "nothing",
      meaning:
        "The gain above which the platform takes its share of new positions. nothing: of all trading gain. bills: only of gain above what the own money would have earned in Treasury bills, at the rate of CASH_INTEREST_SOURCE before its margin, or in live mode at that of BILL_RATES_FILE, where a month without a rate has the last one. An open position keeps what it was opened with. docs/explanation/evidence.md says what each of them leaves to investors.",
      allowed:
        "nothing; also bills, in a demo with CASH_INTEREST_SOURCE, in live mode with CASH_INTEREST_SOURCE=statements and BILL_RATES_FILE",
      parse: parseOneOf("nothing", "bills"),
    }),
    billRatesFile: optional({
      variable: "BILL_RATES_FILE",
      meaning:
        "A file of monthly rates of three-month Treasury bills, month,annual_rate_percent with discount rates, as the evidence has it; a month is held at the rate of the month before. Not set: those of the United States from 1934 to November 2023, which come with the product. In live mode, months of bots are judged by it, and a bot whose last month has no rate 62 days after its end takes no new money until it has.",
      allowed: "a path",
      parse: parsePath,
    }),
    localRatesDir: optional({
      variable: "LOCAL_RATES_DIR",
      meaning:
        "A folder with monthly rates of local currencies, in which the evidence then shows kept money too, beside local Treasury bills. For Kenya: rate_ke_tbill_91d_monthly.csv with the header month,annual_discount_percent or month,annual_yield_percent, whichever the rates are, and fx_usd_kes_monthly.csv with the header month,kes_per_usd; months as YYYY-MM-01, none left out. Also ng with ngn, gh with ghs, za with zar, tz with tzs, and ug with ugx. Read at the start. Not set: dollars only.",
      allowed: "a path",
      parse: parsePath,
    }),
  },
  check: ({ billRatesFile, localRatesDir }) => [
    ...tryRead("BILL_RATES_FILE", billRatesFile, readBillRates, "a file of monthly rates"),
    ...tryRead(
      "LOCAL_RATES_DIR",
      localRatesDir,
      readLocalRates,
      "a folder with rate_COUNTRY_tbill_91d_monthly.csv and fx_usd_CURRENCY_monthly.csv for ke and kes, ng and ngn, gh and ghs, za and zar, tz and tzs, or ug and ugx",
    ),
  ],
});

function tryRead(
  variable: string,
  path: string | undefined,
  read: (path: string) => unknown,
  allowed: string,
): string[] {
  if (path === undefined) return [];
  try {
    read(path);
    return [];
  } catch (error) {
    return [
      `${variable} cannot be read: ${error instanceof Error ? error.message : String(error)}. Allowed: ${allowed}.`,
    ];
  }
}

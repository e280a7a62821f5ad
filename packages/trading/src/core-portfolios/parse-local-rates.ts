import { type MonthlyColumns, parseMonthlyColumns } from "../evidence/parse-monthly-columns.ts";

/**
 * How a file quotes its rates: by the discount from the value at the end, or by the simple yield on the price. Its column says which,
 * because the same number is not the same return.
 */
export type BillQuote = "discount" | "yield";

const columns: Readonly<Record<BillQuote, string>> = {
  discount: "annual_discount_percent",
  yield: "annual_yield_percent",
};
const quotes = Object.keys(columns) as BillQuote[];
const headers = quotes.map((quote) => `month,${columns[quote]}`);

/** Per cent a year. Outside of these a rate is an error of the file. */
const [LEAST_PCT, MOST_PCT] = [-20, 300];
const BILL_DAYS = 91;
const YEAR_DAYS = 365;
const MONTHS_PER_YEAR = 12;

/** Numbers of consecutive months. */
export interface MonthlyNumbers {
  /** Months since year 0. */
  readonly firstMonth: number;
  readonly values: Float64Array;
}

/** The rates of 91-day Treasury bills of a country, per cent a year. */
export interface LocalBillRates extends MonthlyNumbers {
  readonly quote: BillQuote;
}

/**
 * Reads monthly rates of 91-day bills. The header is `month,annual_discount_percent` or `month,annual_yield_percent`.
 * @throws Error naming file and line of an invalid row
 */
export function parseLocalBills(text: string, fileName: string): LocalBillRates {
  const header = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/, 1)[0]
    ?.trim();
  const quote = quotes.find((_, index) => headers[index] === header);
  if (quote === undefined) throw new Error(`${fileName}, line 1: the header is not ${headers.join(" or ")}`);
  const rule = { name: columns[quote], least: LEAST_PCT, isAbove: true, most: MOST_PCT };
  return { quote, ...pick(parseMonthlyColumns(text, fileName, { header: `month,${rule.name}`, rules: [rule] })) };
}

/**
 * Reads a monthly exchange rate: units of the currency for a dollar, with the header `month,kes_per_usd` for KES.
 * @throws Error naming file and line of an invalid row
 */
export function parseLocalExchange(text: string, fileName: string, currency: string): MonthlyNumbers {
  const rule = { name: `${currency.toLowerCase()}_per_usd`, least: 0, isAbove: true, most: 1_000_000 };
  return pick(parseMonthlyColumns(text, fileName, { header: `month,${rule.name}`, rules: [rule] }));
}

function pick({ firstMonth, columns: read }: MonthlyColumns): MonthlyNumbers {
  return { firstMonth, values: Object.values(read)[0] ?? new Float64Array() };
}

/**
 * The return of a 91-day bill in a month, a twelfth of a year of 365 days: one that costs P and pays 1 after 91 days grows by
 * (1/P)^(365/12/91). P is 1 − d × 91/365 at a discount d, and 1 / (1 + y × 91/365) at a yield y.
 */
export function computeLocalBillMonth(ratePct: number, quote: BillQuote): number {
  const part = ((ratePct / 100) * BILL_DAYS) / YEAR_DAYS;
  const growth = quote === "discount" ? 1 / (1 - part) : 1 + part;
  return growth ** (YEAR_DAYS / MONTHS_PER_YEAR / BILL_DAYS) - 1;
}

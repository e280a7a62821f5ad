/** The headings of a bank's CSV file that are used, by what they mean; "" where there is none. */
export interface CsvColumns {
  date: string;
  amount: string;
  moneyIn: string;
  moneyOut: string;
  currency: string;
  /** For a file without a column of currencies. */
  currencyCode: string;
  id: string;
  name: string;
  balance: string;
}

/** The names that banks use for a column. */
const names: Readonly<Record<Exclude<keyof CsvColumns, "currencyCode">, RegExp>> = {
  date: /^(booking|posting|transaction|value)?\s*date$|^date\b/i,
  amount: /^(transaction )?amount$/i,
  moneyIn: /^(money|paid) in$|^credit/i,
  moneyOut: /^(money|paid) out$|^debit|^withdrawn$/i,
  currency: /^(currency|ccy)$/i,
  id: /^(reference|transaction id|id|receipt)/i,
  name: /name|^(payee|counterparty|beneficiary)/i,
  balance: /^(running |closing |ledger |book )?balance/i,
};

const BYTE_ORDER_MARK = "\uFEFF";

/** The headings of a CSV file: the fields of its first line, separated by commas, semicolons or tabs. */
export function readHeadings(text: string): string[] {
  const line = text.replace(BYTE_ORDER_MARK, "").split(/\r?\n/, 1)[0] ?? "";
  const separator = line.includes(",") ? "," : line.includes(";") ? ";" : "\t";
  const fields = line.match(separator === "," ? /"(?:[^"]|"")*"|[^,]+/g : /"(?:[^"]|"")*"|[^;\t]+/g) ?? [];
  return fields.map((field) => field.trim().replace(/^"|"$/g, "").replaceAll('""', '"').trim()).filter(Boolean);
}

/** A first choice from the headings' names. */
export function guessColumns(headings: readonly string[]): CsvColumns {
  const find = (pattern: RegExp): string => headings.find((heading) => pattern.test(heading)) ?? "";
  return {
    date: find(names.date),
    amount: find(names.amount),
    moneyIn: find(names.moneyIn),
    moneyOut: find(names.moneyOut),
    currency: find(names.currency),
    currencyCode: "",
    id: find(names.id),
    name: find(names.name),
    balance: find(names.balance),
  };
}

/** The mapping for the call: only what was chosen. All other columns are searched for references. */
export function toColumnMapping(chosen: CsvColumns, headings: readonly string[]) {
  const given = Object.fromEntries(Object.entries<string>({ ...chosen }).filter(([, value]) => value.trim() !== ""));
  const { date, amount, moneyIn, moneyOut, currency, balance } = chosen;
  const used = new Set([date, amount, moneyIn, moneyOut, currency, balance]);
  const MOST = 20;
  return { ...given, date: chosen.date, text: headings.filter((heading) => !used.has(heading)).slice(0, MOST) };
}

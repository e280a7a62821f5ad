import { parseDecimal } from "@wazi/domain";
import { parse } from "csv-parse/sync";
import {
  isChargeText,
  MAX_LINES,
  parseStatementAmount,
  parseStatementDay,
  StatementError,
  type ClosingBalance,
  type StatementLine,
} from "./statement-line.ts";

/** The headings of a CSV file's columns. One signed amount, or money in and money out apart. */
export interface ColumnMapping {
  date: string;
  amount?: string | undefined;
  moneyIn?: string | undefined;
  moneyOut?: string | undefined;
  /** A heading; or `currencyCode` for a file with one currency. */
  currency?: string | undefined;
  currencyCode?: string | undefined;
  id?: string | undefined;
  text: readonly string[];
  name?: string | undefined;
  /** The balance of the account after each line. */
  balance?: string | undefined;
}

/** The most places of an amount in a statement. */
const AMOUNT_PLACES = 8;
const MPESA_HEADINGS = /^"?Receipt No\.?"?,/m;
/** The columns of an organisation's statement from the M-PESA portal. */
const mpesaColumns: ColumnMapping = {
  date: "Completion Time",
  moneyIn: "Paid In",
  moneyOut: "Withdrawn",
  currencyCode: "KES",
  id: "Receipt No.",
  text: ["Details", "Reason Type", "Other Party Info", "Linked Transaction ID", "A/C No."],
  name: "Other Party Info",
};

/** The balance after the newest line of an M-Pesa organisation statement; null without a balance. */
export function readMpesaClosing(text: string): ClosingBalance | null {
  return readCsvClosing(text.slice(Math.max(0, text.search(MPESA_HEADINGS))), { ...mpesaColumns, balance: "Balance" });
}

/**
 * Reads the balance after the newest line of a CSV file.
 * @returns null without a column of balances, and when its lines have several currencies
 * @throws StatementError a line that cannot be read
 */
export function readCsvClosing(text: string, columns: ColumnMapping): ClosingBalance | null {
  const { balance: heading, date } = columns;
  if (heading === undefined) return null;
  const lines = parseRows(text).flatMap((row, index) => {
    const balance = row[heading] ?? "";
    if (balance === "") return [];
    const { bookedOn, amount, currency } = readRow(row, index + 1, columns);
    const at = `${bookedOn} ${/\d\d:\d\d(:\d\d)?/.exec(row[date] ?? "")?.[0] ?? ""}`;
    return [{ bookedOn, amount, currency, at, balance: parseStatementAmount(balance, index + 1) }];
  });
  if (new Set(lines.map(({ currency }) => currency)).size !== 1) return null;
  const isNewestFirst = areNewestFirst(lines);
  const { balance, currency, bookedOn } = lines.reduce((newest, line) =>
    line.at > newest.at || (line.at === newest.at && !isNewestFirst) ? line : newest,
  );
  return { amount: balance, currency, day: bookedOn };
}

/** Whether a statement begins with its newest line. Within one day, the balances say it; else the last line is the newest. */
function areNewestFirst(lines: readonly { at: string; amount: string; balance: string }[]): boolean {
  const [first, last] = [lines[0]?.at ?? "", lines.at(-1)?.at ?? ""];
  if (first !== last) return first > last;
  const units = (decimal: string): bigint => parseDecimal(decimal, AMOUNT_PLACES);
  const follows = (older: (typeof lines)[number], newer: (typeof lines)[number]): boolean =>
    units(older.balance) + units(newer.amount) === units(newer.balance);
  const pairs = lines.slice(1).flatMap((line, index) => (lines[index] ? [[lines[index], line] as const] : []));
  return !pairs.every(([one, next]) => follows(one, next)) && pairs.every(([one, next]) => follows(next, one));
}

/** Reads an M-Pesa organisation statement. Lines before the headings, with the organisation's name, are skipped. */
export function readMpesaCsv(text: string): StatementLine[] {
  const start = text.search(MPESA_HEADINGS);
  if (start < 0) throw new StatementError('There is no line with the headings "Receipt No., Completion Time, …".');
  const lines = readCsv(text.slice(start), mpesaColumns);
  return lines.map((line) => ({
    ...line,
    name: /-\s*(.+)$/.exec(line.name ?? "")?.[1]?.trim() ?? null,
    isCharge: /charge/i.test(line.text),
  }));
}

/**
 * Reads a CSV file with a column mapping.
 * @throws StatementError a heading that is missing, rows of different lengths, or a line that cannot be read
 */
export function readCsv(text: string, columns: ColumnMapping): StatementLine[] {
  const rows = parseRows(text);
  const headings = Object.keys(rows[0] ?? {});
  const wanted = [
    columns.date,
    columns.amount,
    columns.moneyIn,
    columns.moneyOut,
    columns.currency,
    columns.id,
    columns.name,
    columns.balance,
  ];
  const missing = wanted.filter((each) => each !== undefined && !headings.includes(each));
  if (rows.length > 0 && missing.length > 0) {
    throw new StatementError(
      `There is no column ${missing.map((each) => `"${each}"`).join(", ")}. The file has: ${headings.join(", ")}.`,
    );
  }
  if (columns.amount === undefined && columns.moneyIn === undefined && columns.moneyOut === undefined) {
    throw new StatementError("The mapping names no column with an amount.");
  }
  return rows.map((row, index) => readRow(row, index + 1, columns));
}

function parseRows(text: string): Record<string, string>[] {
  try {
    const rows: Record<string, string>[] = parse(text, {
      columns: (headings: string[]) => headings.map((each) => each.trim()),
      skip_empty_lines: true,
      trim: true,
      delimiter: /^[^\n]*;/.test(text) && !/^[^\n]*,/.test(text) ? ";" : ",",
    });
    if (rows.length > MAX_LINES) throw new StatementError(`The file has more than ${MAX_LINES} lines.`);
    if (rows.length === 0) throw new StatementError("The file has no lines below its headings.");
    return rows;
  } catch (error) {
    if (error instanceof StatementError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StatementError(
      `The file is damaged: ${reason.slice(0, 200)}. It may be truncated. Nothing was imported.`,
    );
  }
}

function readRow(row: Record<string, string>, number: number, columns: ColumnMapping): StatementLine {
  const cell = (heading: string | undefined): string => (heading === undefined ? "" : (row[heading] ?? "").trim());
  const currency = cell(columns.currency) || columns.currencyCode;
  if (currency === undefined || !/^[A-Z]{3,4}$/.test(currency)) {
    throw new StatementError(`Line ${number}: there is no currency. Nothing was imported.`);
  }
  const amount = readAmount(columns, cell, number);
  const text = columns.text.map(cell).filter(Boolean).join(" ");
  return {
    number,
    bookedOn: parseStatementDay(cell(columns.date), number),
    amount,
    currency,
    externalId: cell(columns.id) || null,
    text,
    name: cell(columns.name) || null,
    isCharge: isChargeText(amount, text),
  };
}

function readAmount(columns: ColumnMapping, cell: (heading: string | undefined) => string, number: number): string {
  const given = cell(columns.amount);
  if (given !== "") return parseStatementAmount(given, number);
  const [moneyIn, moneyOut] = [cell(columns.moneyIn), cell(columns.moneyOut)];
  if (moneyIn !== "" && !/^0*(\.0*)?$/.test(moneyIn)) return parseStatementAmount(moneyIn, number);
  // Some banks write money out with a minus, others without.
  return `-${parseStatementAmount(moneyOut, number).replace(/^-/, "")}`;
}

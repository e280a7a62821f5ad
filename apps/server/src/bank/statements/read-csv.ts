import { parse } from "csv-parse/sync";
import { checkRunningBalances, toUnits } from "./check-balances.ts";
import {
  isChargeText,
  MAX_LINES,
  parseStatementAmount,
  parseStatementCurrency,
  parseStatementDay,
  StatementError,
  type ClosingBalance,
  type StatementLine,
} from "./statement-line.ts";
import * as texts from "../../messages/bank.ts";

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
  balance: "Balance",
};
const MPESA_STATUS = "Transaction Status";

/** The content of a CSV file. */
export interface CsvStatement {
  lines: StatementLine[];
  /** The balance after the newest line; null without a column of balances, and when its lines have several currencies. */
  closing: ClosingBalance | null;
  /** Lines of payments that were declined, cancelled or are not completed yet. */
  skipped: number;
  /** True if each line has a balance, and the balances follow from each other. */
  isBalanced: boolean;
}

interface NumberedRow {
  /** From 1, as in the file. */
  number: number;
  cells: Record<string, string>;
}

/** A line with the balance after it and the time at which it was booked, which may be only a day. */
interface BalancedRow extends StatementLine {
  balance: string;
  at: string;
}

function readBalances(rows: readonly NumberedRow[], lines: readonly StatementLine[], columns: ColumnMapping) {
  const { balance: heading, date } = columns;
  if (heading === undefined) return [];
  return rows.flatMap(({ cells, number }, index): BalancedRow[] => {
    const [line, balance] = [lines[index], cells[heading] ?? ""];
    if (balance === "" || !line) return [];
    const at = `${line.bookedOn} ${/\d\d:\d\d(:\d\d)?/.exec(cells[date] ?? "")?.[0] ?? ""}`;
    return [{ ...line, at, balance: parseStatementAmount(balance, number) }];
  });
}

function findClosing(lines: readonly BalancedRow[]): ClosingBalance | null {
  if (new Set(lines.map(({ currency }) => currency)).size !== 1) return null;
  const isNewestFirst = areNewestFirst(lines);
  const { balance, currency, bookedOn } = lines.reduce((newest, line) =>
    line.at > newest.at || (line.at === newest.at && !isNewestFirst) ? line : newest,
  );
  return { amount: balance, currency, day: bookedOn };
}

/** True if a statement begins with its newest line. Within one day, the balances say it; else the last line is the newest. */
function areNewestFirst(lines: readonly BalancedRow[]): boolean {
  const [first, last] = [lines[0]?.at ?? "", lines.at(-1)?.at ?? ""];
  if (first !== last) return first > last;
  const follows = (older: BalancedRow, newer: BalancedRow): boolean =>
    toUnits(older.balance) + toUnits(newer.amount) === toUnits(newer.balance);
  const pairs = lines.slice(1).flatMap((line, index) => (lines[index] ? [[lines[index], line] as const] : []));
  return !pairs.every(([one, next]) => follows(one, next)) && pairs.every(([one, next]) => follows(next, one));
}

/**
 * Reads an M-Pesa organisation statement. Lines before the headings, with the organisation's name, are skipped, and so are
 * payments that are not completed: no money has moved.
 * @throws StatementError as `readCsv`
 */
export function readMpesaCsv(text: string): CsvStatement {
  const start = text.search(MPESA_HEADINGS);
  if (start < 0) throw new StatementError(texts.mpesaHeadingsMissing);
  const rows = parseRows(text.slice(start));
  const completed = rows.filter(({ cells }) => /^completed$/i.test(cells[MPESA_STATUS] ?? "Completed"));
  if (completed.length === 0) throw new StatementError(texts.mpesaWithoutPayments);
  const { lines, ...read } = readRows(completed, mpesaColumns);
  const named = lines.map((line) => ({
    ...line,
    name: /-\s*(.+)$/.exec(line.name ?? "")?.[1]?.trim() ?? null,
    isCharge: /charge/i.test(line.text),
  }));
  return { ...read, lines: named, skipped: rows.length - completed.length };
}

/**
 * Reads a CSV file with a column mapping.
 * @throws StatementError a heading that is missing, rows of different lengths, a line that cannot be read, or balances that do not
 * follow from each other
 */
export function readCsv(text: string, columns: ColumnMapping): CsvStatement {
  return { ...readRows(parseRows(text), columns), skipped: 0 };
}

function readRows(rows: readonly NumberedRow[], columns: ColumnMapping): Omit<CsvStatement, "skipped"> {
  checkHeadings(Object.keys(rows[0]?.cells ?? {}), columns);
  const lines = rows.map((row) => readRow(row, columns));
  const balanced = readBalances(rows, lines, columns);
  // Some banks write a balance only after the last line of a day.
  const isBalanced = balanced.length === lines.length;
  if (isBalanced) checkRunningBalances(balanced);
  return { lines, closing: findClosing(balanced), isBalanced };
}

function checkHeadings(headings: readonly string[], columns: ColumnMapping): void {
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
  if (missing.length > 0) {
    const names = missing.map((each) => `"${each}"`).join(", ");
    throw new StatementError(texts.csvColumnMissing({ missing: names, headings: headings.join(", ") }));
  }
  if (columns.amount === undefined && columns.moneyIn === undefined && columns.moneyOut === undefined) {
    throw new StatementError(texts.csvAmountMissing);
  }
}

function parseRows(text: string): NumberedRow[] {
  try {
    const rows: Record<string, string>[] = parse(text, {
      columns: (headings: string[]) => headings.map((each) => each.trim()),
      skip_empty_lines: true,
      trim: true,
      delimiter: /^[^\n]*;/.test(text) && !/^[^\n]*,/.test(text) ? ";" : ",",
    });
    if (rows.length > MAX_LINES) throw new StatementError(texts.csvTooLong({ most: MAX_LINES }));
    if (rows.length === 0) throw new StatementError(texts.csvWithoutLines);
    return rows.map((cells, index) => ({ cells, number: index + 1 }));
  } catch (error) {
    if (error instanceof StatementError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StatementError(texts.csvDamaged({ reason: reason.slice(0, 200) }));
  }
}

function readRow({ cells, number }: NumberedRow, columns: ColumnMapping): StatementLine {
  const cell = (heading: string | undefined): string =>
    heading !== undefined && Object.hasOwn(cells, heading) ? (cells[heading] ?? "").trim() : "";
  const currency = parseStatementCurrency(cell(columns.currency) || columns.currencyCode, number);
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

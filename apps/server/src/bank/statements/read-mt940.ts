import swift from "@centrapay/swift-parser";
import { DAY_MS } from "@wazi/contracts";
import {
  MAX_LINES,
  parseStatementCurrency,
  StatementError,
  type ClosingBalance,
  type StatementLine,
} from "./statement-line.ts";
import * as texts from "../../messages/bank.ts";

/** Codes of charges and commissions (field 61, subfield 6). */
const CHARGE_TYPE = /CHG|COM/;
const NO_REFERENCE = "NONREF";
const HALF_A_YEAR_MS = 183 * DAY_MS;

type Statement = ReturnType<typeof swift.parse>[number];
type Transaction = Statement["transactions"][number];

/**
 * Reads a bank statement in MT940 (SWIFT customer statement). The lines of each statement must add up to the difference of its
 * balances, so a file that is truncated or has lost a line is refused.
 * @throws StatementError truncated, another kind of message, or a line that cannot be read
 */
export function readMt940(text: string): StatementLine[] {
  const transactions = parse(text).flatMap((statement) => statement.transactions);
  if (transactions.length > MAX_LINES) throw new StatementError(texts.statementTooLong({ most: MAX_LINES }));
  return transactions.map(readLine);
}

/** The newest closing balance (field 62). @throws StatementError as above */
export function readMt940Closing(text: string): ClosingBalance | null {
  const balances = parse(text).map(({ closingBalance, closingBalanceDate, currency }, index) => ({
    amount: closingBalance.toFixed(),
    currency: parseStatementCurrency(currency, index + 1),
    day: toDay(closingBalanceDate, index + 1),
  }));
  return balances.sort((one, other) => one.day.localeCompare(other.day)).at(-1) ?? null;
}

function parse(text: string): Statement[] {
  let statements: Statement[];
  try {
    statements = swift.parse({ type: "mt940", data: text, validate: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StatementError(texts.mt940Damaged({ reason: reason.slice(0, 200) }));
  }
  if (statements.length === 0) throw new StatementError(texts.mt940WrongFile);
  return statements;
}

function readLine(transaction: Transaction, index: number): StatementLine {
  const { amount, currency, transactionType, reference, bankReference, details, extraDetails } = transaction;
  const texts = [reference === NO_REFERENCE ? "" : reference, details.replace(/\s+/g, " "), extraDetails];
  return {
    number: index + 1,
    bookedOn: toDay(findBookingDate(transaction), index + 1),
    amount: amount.toFixed(),
    currency: parseStatementCurrency(currency, index + 1),
    externalId: bankReference.trim() || null,
    text: texts
      .map((each) => each.trim())
      .filter(Boolean)
      .join(" "),
    name: null,
    isCharge: CHARGE_TYPE.test(transactionType),
  };
}

/** A booking date has no year. It is the one that is near the value date. */
function findBookingDate({ date, entryDate }: Transaction): Date {
  if (entryDate === "") return date;
  const apart = entryDate.getTime() - date.getTime();
  const years = apart > HALF_A_YEAR_MS ? -1 : apart < -HALF_A_YEAR_MS ? 1 : 0;
  return new Date(Date.UTC(entryDate.getUTCFullYear() + years, entryDate.getUTCMonth(), entryDate.getUTCDate()));
}

function toDay(date: Date, line: number): string {
  if (!Number.isNaN(date.getTime())) return date.toISOString().slice(0, 10);
  throw new StatementError(texts.lineDayInvalid({ line, text: "" }));
}

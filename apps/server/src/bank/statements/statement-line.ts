import * as texts from "../../messages/bank.ts";

/** A line of a bank's or a provider's statement. */
export interface StatementLine {
  /** From 1, as in the file. */
  number: number;
  /** The day (YYYY-MM-DD) on which the bank booked it. */
  bookedOn: string;
  /** Decimal string: positive for money in, negative for money out. */
  amount: string;
  currency: string;
  /** The bank's own id or receipt, if it gives one. */
  externalId: string | null;
  /** The sender's or recipient's reference and all further text. */
  text: string;
  name: string | null;
  /** A charge of the bank or provider for another line. */
  isCharge: boolean;
}

/** The balance at the end of a statement. */
export interface ClosingBalance {
  /** Decimal string, negative when overdrawn. */
  amount: string;
  currency: string;
  /** YYYY-MM-DD. */
  day: string;
}

/** A statement that cannot be imported. Nothing of it was stored. The message says which line and why. */
export class StatementError extends Error {}

export const MAX_LINES = 50_000;
const MAX_BYTES = 20_000_000;

/**
 * Reads a file's text.
 * @throws StatementError too large, empty, or neither UTF-8 nor UTF-16 with a byte order mark
 */
export function decodeStatement(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new StatementError(texts.fileEmpty);
  if (bytes.length > MAX_BYTES) throw new StatementError(texts.fileTooLarge);
  const [first, second] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isUtf16 ? (first === 0xff ? "utf-16le" : "utf-16be") : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes).replace(/^\uFEFF/, "");
  } catch {
    throw new StatementError(texts.fileEncodingWrong);
  }
}

/** @throws StatementError not an amount. Takes "1,234.50", "1234.5", "-20" and "(20.00)". */
export function parseStatementAmount(text: string, line: number): string {
  const plain = text
    .trim()
    .replace(/^\((.+)\)$/, "-$1")
    .replace(/,(?=\d{3}(\D|$))/g, "");
  if (!/^[+-]?\d{1,15}(\.\d{1,8})?$/.test(plain)) {
    throw new StatementError(texts.lineAmountInvalid({ line, text: text.slice(0, 40) }));
  }
  return plain.replace(/^\+/, "");
}

/** @throws StatementError not a code of three letters, or of four for coins */
export function parseStatementCurrency(text: string | null | undefined, line: number): string {
  if (typeof text === "string" && /^[A-Z]{3,4}$/.test(text)) return text;
  throw new StatementError(texts.lineWithoutCurrency({ line }));
}

const CHARGE_WORDS =
  /\b(charges?|commission|excise duty|stamp duty|levy|(ledger|bank|service|transaction|maintenance|sms|account|transfer) fees?)\b/i;

/** True if money out is a charge of the bank, by its text. Charges are booked by two administrators, so a wrong guess costs nothing. */
export const isChargeText = (amount: string, text: string): boolean =>
  amount.startsWith("-") && CHARGE_WORDS.test(text);

const dayForms: readonly [RegExp, (parts: readonly string[]) => string][] = [
  [/^(\d{4})-(\d{2})-(\d{2})/, ([, year, month, day]) => `${year}-${month}-${day}`],
  [/^(\d{2})[./-](\d{2})[./-](\d{4})/, ([, day, month, year]) => `${year}-${month}-${day}`],
];

/** @throws StatementError not a day. Takes 2026-11-23 and 23.11.2026, 23/11/2026 or 23-11-2026, with or without a time. */
export function parseStatementDay(text: string, line: number): string {
  for (const [form, toDay] of dayForms) {
    const parts = form.exec(text.trim());
    const day = parts && toDay(parts);
    if (day && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)) return day;
  }
  throw new StatementError(texts.lineDayInvalid({ line, text: text.slice(0, 40) }));
}

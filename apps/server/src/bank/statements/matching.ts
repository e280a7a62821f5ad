import type { StatementLine } from "./statement-line.ts";

/** A payment in our books that a statement should show. */
export interface BookedPayment {
  id: string;
  isIncoming: boolean;
  /** Decimal string: positive for money in, negative for money out. Null if it is not known in the statement's currency. */
  amount: string | null;
  currency: string | null;
  /** Our reference, the provider's id and its receipt: any of them may be in the line. */
  references: readonly string[];
  /** The receipt that a line of this payment surely has as its id. */
  receipt?: string | null;
  /** Our account number that the payer enters. Several payments may have the same. */
  accountNumber?: string | null;
  name: string | null;
  /** The day (YYYY-MM-DD) on which it was paid, where the account is. */
  day: string;
  /** Matched by its reference only, and not expected in a statement. */
  isOptional?: boolean;
  /** Why the money has not been credited to anyone; null if it has. */
  waitsFor?: string | null;
  /** Its cost in our books, in the provider's currency. */
  fee?: { amount: string; currency: string } | null;
}

/** A line as it is stored. */
export interface StoredLine extends StatementLine {
  id: string;
  /** The account of ours. */
  account: string;
  /** The name of its file. */
  file: string;
}

/** A charge of a bank or provider. `amount`: positive for what was charged. */
interface MatchedCharge {
  lineId: string;
  /** Null for a charge of the account, and not of a payment. */
  paymentId: string | null;
  amount: string;
  currency: string;
}

/** A charge that waits to be booked. */
export interface OpenCharge extends MatchedCharge {
  account: string;
  day: string;
}

interface Match {
  lineId: string;
  paymentId: string;
  by: "reference" | "details" | "decision";
}

export type DifferenceKind =
  /** Our books have it, the statement of its day does not. */
  | "missing-in-statement"
  /** Money out that our books do not have. */
  | "missing-in-books"
  /** Money in that no deposit claims. */
  | "unclaimed"
  /** Money in that is known, and has not been credited. */
  | "not-credited"
  /** The statement takes a payment back that our books have as paid. */
  | "returned"
  /** The reference is ours, the amount or currency is not. */
  | "other-amount"
  /** The charges of a payment are not its fee in our books. */
  | "other-fee"
  /** A second line for the same payment. */
  | "repeated"
  /** Several payments could be meant. */
  | "ambiguous";

export interface StatementDifference {
  kind: DifferenceKind;
  account: string;
  lineId: string | null;
  paymentId: string | null;
  /** Payments that the line could be, the likeliest first. */
  candidates: readonly string[];
  day: string;
  summary: string;
}

/** The days that an account's statements cover, and which payments they show. */
export interface Coverage {
  account: string;
  from: string;
  to: string;
  shows: "both" | "deposits" | "payouts";
}

export interface Matching {
  matches: Match[];
  /** Charges that our books have: with the fee of their payment, or booked by decision. */
  charges: MatchedCharge[];
  /** Charges that are not in our books yet. */
  openCharges: OpenCharge[];
  differences: StatementDifference[];
}

export interface MatchContext {
  coverage: readonly Coverage[];
  /** A payment may be booked this many days later. One that is as new is not missed yet. */
  graceDays?: number;
  /** The payments of lines as two administrators decided, by line. */
  links?: ReadonlyMap<string, string>;
  /** Lines that are booked, or proposed, as charges. */
  bookedCharges?: ReadonlySet<string>;
}

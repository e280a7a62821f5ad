import type { Door, RowFor } from "../../ledger/api.ts";
import type { Cents } from "@wazi/domain";
import type { Sql } from "../../platform/db/pool.ts";
import { createHash } from "node:crypto";

/** How long the worker waits. */
interface PayoutTiming {
  /** Before the first status question after a payment was sent. */
  firstCheckMs: number;
  /** A call to a provider that takes longer has no answer. */
  callTimeoutMs: number;
  /** Before another attempt after a known failure. */
  retryMs: number;
}

/** US dollars that the rails may send in 24 hours: an amount for each, or a rail's own one. */
export interface DailyLimits {
  each: Cents | undefined;
  byRail: Readonly<Record<string, Cents>>;
}

/** Finds the most that a rail may send in 24 hours; undefined without a limit. */
export const findDailyLimit = (limits: DailyLimits | undefined, rail: string): Cents | undefined =>
  limits?.byRail[rail] ?? limits?.each;

export interface PayoutDeps {
  sql: Sql;
  door: Door;
  now: () => Date;
  rails: readonly PayoutRail[];
  dailyLimit: DailyLimits | undefined;
  timing: PayoutTiming;
  /** Converts a provider's fee to cents, rounded up. Null without a price. */
  toDollars: (amount: string, currency: string) => Promise<Cents | null>;
}

export const defaultTiming: PayoutTiming = { firstCheckMs: 10_000, callTimeoutMs: 30_000, retryMs: 60_000 };

/** Where a withdrawal goes; the fields that its type does not use are null. */
export type PayoutDestination = Pick<
  RowFor<"withdrawals">,
  | "withdrawalType"
  | "currency"
  | "network"
  | "destinationAddress"
  | "country"
  | "bankName"
  | "accountName"
  | "phoneNumber"
>;

/** One payment as a rail gets it. Amounts are decimal strings. */
export interface PayoutOrder {
  /** Ours, the same each time this attempt is sent. The provider refuses it a second time. */
  reference: string;
  /** The provider's own id, once it has accepted the payment. */
  providerId: string | null;
  destination: PayoutDestination;
  /** The amount that the recipient gets, of `currency`. */
  amount: string;
  currency: string;
}

/** A charge of the provider, in its own currency. */
export interface RailFee {
  amount: string;
  currency: string;
}

/** A provider's report about a payment, in an answer or a call-back. */
export type RailReport =
  /** It will be paid: not that it is paid. */
  | { kind: "accepted"; providerId: string | null }
  /** The provider says that it has this reference already. */
  | { kind: "duplicate" }
  /** An answer to a payment that is sent: it will not be paid. `isTemporary`: another attempt may succeed. */
  | { kind: "refused"; code: string; reason: string; isTemporary: boolean }
  /** No end yet, or the answer to a question comes by call-back. */
  | { kind: "pending" }
  | { kind: "not-found" }
  /** `amount` and `fee` are null where the provider does not say them. */
  | {
      kind: "paid";
      receipt: string;
      amount: string | null;
      currency: string | null;
      fee: RailFee | null;
      recipientName: string | null;
    }
  /** `fee`: what the attempt cost all the same, as on a chain. */
  | { kind: "failed"; code: string; reason: string; isTemporary: boolean; fee?: RailFee | null }
  /** It was paid, and the money has come back to the platform. */
  | { kind: "reversed"; reason: string }
  /** A time-out, a broken connection or an answer that cannot be read. */
  | { kind: "no-answer"; reason: string };

/** The provider says that there is no such account. The message says why. */
export class RecipientRefusedError extends Error {}

/**
 * A way to pay money out. Each rail passes withdrawals/payouts/payout-rail.contract.test.ts. A call that does not know the result
 * throws, or reports `no-answer`: the payment is then unknown, and is never made under another reference.
 */
export interface PayoutRail {
  /** A short name that never changes, such as "mpesa-b2c". */
  readonly name: string;
  /** For screens, such as "M-Pesa (Daraja B2C)". */
  readonly label: string;
  /** The currency in which it pays to this destination; null if it does not pay there. */
  findCurrency(destination: PayoutDestination): string | null;
  /** Decimal places of an amount that it can pay. */
  countPlaces(currency: string): number;
  /**
   * The account holder's name at the destination; null where the provider does not tell. Moves no money.
   * @throws RecipientRefusedError there is no such account
   */
  findRecipientName(destination: PayoutDestination, signal: AbortSignal): Promise<string | null>;
  send(order: PayoutOrder, signal: AbortSignal): Promise<RailReport>;
  query(order: PayoutOrder, signal: AbortSignal): Promise<RailReport>;
  /** True if the fee is known only after the payment, by a question about its status. */
  readonly tellsFeeLater?: true;
  /** True if a payment that was made may come back days later. Its status then says so. */
  readonly reversesLater?: true;
  /** True if it accepts payments without an id of its own. Of any other rail, no id means that no answer was recorded. */
  readonly acceptsWithoutId?: true;
  /** True if several payments may have one receipt, such as the outputs of one transaction. */
  readonly paysManyInOne?: true;
}

/**
 * The reference of an attempt: 36 characters of a-f, 0-9 and "-", made from the withdrawal and the attempt, so that the same
 * attempt has the same reference whoever sends it. Allowed by Daraja (OriginatorConversationID), Paystack (16 or more of
 * a-z, 0-9, "-" and "_") and Flutterwave.
 */
export function buildPayoutReference(withdrawalId: string, attempt: number): string {
  const hex = createHash("sha256").update(`wazi payout ${withdrawalId} ${attempt}`).digest("hex");
  // The form of a UUID of version 8 (RFC 9562), which some providers check.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}

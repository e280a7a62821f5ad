import type { FeedKind } from "@wazi/contracts";
import { type AccountCode, formatCents, type Posting } from "@wazi/domain";
import type { RequestKey } from "../idempotency/request-key.ts";
import type { DoorRows, ExpectedRow } from "./door-rows.ts";
import { createHash, randomUUID } from "node:crypto";

/** Digits of a UUID's time in hexadecimal: 48 bits of milliseconds. */
const TIME_DIGITS = 12;
/** Where the version of a UUID stands, before random digits. */
const VERSION_PLACE = "xxxxxxxx-xxxx-".length;

/**
 * A new operation id that begins with the time: a UUID of version 7 (RFC 9562). New ids stand side by side in the ledger's
 * index, so the door finds their place in memory, however many operations there are. Random ones are all over the index.
 */
export function createOperationId(): string {
  const time = Date.now().toString(16).padStart(TIME_DIGITS, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(VERSION_PLACE + 1)}`;
}

/** An operation id that the same parts always give, so that repeating the operation posts nothing more. */
export function deriveOperationId(...parts: readonly (string | number)[]): string {
  const hash = createHash("sha256").update(parts.join("\n")).digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

/** Kinds of ledger transactions. Statements describe each of them (ledger/movements/format-movement.ts). */
export type TransactionKind =
  | "deposit"
  | "allocation"
  | "deactivation"
  | "stop-loss"
  | "take-profit"
  | "investment-transfer"
  | "profit-transfer"
  | "withdrawal-hold"
  | "withdrawal-paid"
  | "withdrawal-returned"
  | "withdrawal-reversed"
  | "payout-fee"
  | "rail-charge"
  | "trade"
  | "interest"
  | "balance-interest"
  | "winding-up"
  | "series-start"
  | "adjustment";

/** The answer to a request. The ledger's door stores it in the same commit as the operation. */
interface StoredAnswer extends RequestKey {
  status: number;
  body: string;
}

/**
 * One operation: the state it was decided on, its entries and its rows. The argument of the ledger's door
 * (platform/db/functions/door.sql).
 */
export interface Operation {
  /** Chosen by the caller. The door never posts the same id twice. */
  operationId: string;
  locks: {
    pools: Record<string, "shared" | "exclusive">;
    /** Investor accounts to lock, besides those with an entry. */
    accounts: AccountCode[];
  };
  /** Conditions that the door checks after it has taken the locks. Version 0 means that the row does not exist. */
  expects: {
    balances?: Partial<Record<AccountCode, string>>;
    pools?: { botId: string; version: string; frozen: boolean }[];
    /** The numbers of events and of pool entries since the pool's last close. They rise with every flow. */
    flows?: { botId: string; events: number; entries: number }[];
    /** Bots that must not be paused. */
    unpaused?: string[];
    /** The newest records of bots' evidence, by their hashes; null for a bot without a record. None of the bots may have retired. */
    evidence?: { botId: string; recordHash: string | null }[];
    /** A day of a feed (YYYY-MM-DD) on which entries must not be stopped. */
    entryDay?: { feed: FeedKind; day: string };
    positions?: { userId: string; botId: string; version: string }[];
    /** Rows as they were when it was decided on them. The door locks those that no lock of an account guards. */
    rows?: ExpectedRow[];
    /** Addresses that must not belong to another investor. */
    depositAddresses?: { network: string; walletAddress: string; userId: string }[];
    /** Rails whose payouts must not be stopped. */
    openRails?: string[];
    /** Users who must still be administrators with the right to move money. */
    moneyAdministrators?: string[];
    /** Pairs of administrators of whom the second may decide on acts of the first at a time. */
    secondAdministrators?: { second: string; first: string; at: Date }[];
    /** Investors whose withdrawals must not be held at a time. */
    unheld?: { userId: string; at: Date }[];
    /** The amount that an investor asked to withdraw since a time, rejected requests left out. */
    withdrawn?: { userId: string; since: Date; amount: string }[];
    /** The amount that an administrator's acts without a second one could move since a time. */
    actedAlone?: { adminId: string; since: Date; amount: string }[];
    /** The ids of the rates in force; null for a currency without one. */
    localRates?: { currency: string; id: string | null }[];
    /** The amount credited for a requested deposit, late money included. */
    credited?: { depositId: string; amount: string }[];
    lease?: { name: string; token: string };
  };
  transaction?: {
    kind: TransactionKind;
    actorId: string | null;
    reason: string | null;
    entries: { account: AccountCode; amount: string }[];
  };
  writes?: DoorRows & {
    engines?: { botId: string; state: object }[];
  };
  answer?: StoredAnswer;
}

/**
 * The result of posting one operation. `moved`: what was read has changed since, so the caller reads and decides again.
 * `answered`: another process has stored an answer under the operation's key, so nothing was written.
 */
export type PostingOutcome = "posted" | "moved" | "answered";

export function toLedgerEntries(postings: readonly Posting[]): { account: AccountCode; amount: string }[] {
  return postings.map(({ account, amount }) => ({ account, amount: formatCents(amount) }));
}

/** The version that a row gets when an operation changes it. The door refuses what was decided on another one. */
export const raiseVersion = (version: string): string => String(BigInt(version) + 1n);

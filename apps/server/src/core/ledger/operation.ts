import type { AccountCode, Posting } from "@wazi/domain";
import { formatCents } from "@wazi/domain";
import { toDoorRows, type DoorRows } from "./row-store.ts";

/** Kinds of ledger transactions: what an investor's statement calls them. */
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
  | "trade"
  | "winding-up"
  | "series-start"
  | "adjustment";

/** Where the answer to a request is kept, in the same commit as what it did. */
export interface StoredAnswer {
  userId: string;
  call: string;
  key: string;
  claim: string;
  status: number;
  body: string;
}

/** What one operation read, posts and writes: the argument of the door (db/functions/door.sql). */
export interface Operation {
  /** Made by the caller; the same one again is never posted a second time. */
  operationId: string;
  locks: {
    pools: Record<string, "shared" | "exclusive">;
    /** Investor accounts to lock beyond those that the posting names. */
    accounts: AccountCode[];
  };
  /** What must still hold once the locks are taken. A version of 0 means that there is no such row. */
  expects: {
    balances?: Partial<Record<AccountCode, string>>;
    pools?: { botId: string; version: string; frozen: boolean }[];
    /** Bots that must not be paused. */
    unpaused?: string[];
    positions?: { userId: string; botId: string; version: string }[];
    deposits?: { id: string; version: string }[];
    withdrawals?: { id: string; version: string }[];
    /** Who must still be administrators with the right to move money. */
    moneyAdministrators?: string[];
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
 * What became of an operation: `posted`; `moved`: something it read no longer holds, read and decide again;
 * `claim-lost`: another process answers this request by now.
 */
export type PostingOutcome = "posted" | "moved" | "claim-lost";

export function toLedgerEntries(postings: readonly Posting[]): { account: AccountCode; amount: string }[] {
  return postings.map(({ account, amount }) => ({ account, amount: formatCents(amount) }));
}

/** An operation as the argument of `post_operations`. */
export function toDoorArgument(operation: Operation): object {
  const { writes } = operation;
  if (!writes) return operation;
  const { engines, ...rows } = writes;
  return { ...operation, writes: { ...toDoorRows(rows), ...(engines ? { engines } : {}) } };
}

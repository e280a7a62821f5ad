import { part, raw, type Part } from "../../platform/db/pool.ts";

/** A position in the ledger: what is committed is either before it or after it. */
export interface LedgerPosition {
  /** The id of the checkpoint with its sums; "0" for the beginning of the ledger, where all sums are 0. */
  checkpointId: string;
  /** Null at the beginning of the ledger. */
  takenAt: Date | null;
  lastTransaction: string;
  /** The last stored day, or null. */
  lastDay: string | null;
  /** The committed transactions with an id up to the last one that are after the position. */
  lateIds: readonly string[];
}

export const LEDGER_START: LedgerPosition = {
  checkpointId: "0",
  takenAt: null,
  lastTransaction: "0",
  lastDay: null,
  lateIds: [],
};

/** The condition that a transaction is after a position. The column is its id. */
export function isAfter({ lastTransaction, lateIds }: LedgerPosition, column: string): Part {
  const isLater = part`${raw(column)} > ${lastTransaction}::bigint`;
  // The second condition would keep PostgreSQL from a plain range of the index.
  return lateIds.length === 0 ? isLater : part`(${isLater} or ${raw(column)} = any(${lateIds}::bigint[]))`;
}

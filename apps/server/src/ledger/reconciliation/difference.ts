import type { Queryable } from "../../platform/db/pool.ts";
import type { LedgerPosition } from "./position-store.ts";

/** A stored figure that differs from the ledger's entries. */
export interface Difference {
  /** The name of the check. */
  check: string;
  /** The account, position, pool or transaction that differs. */
  subject: string;
  expected: string;
  actual: string;
}

/** A difference before the name of its check is added. */
export type FoundDifference = Omit<Difference, "check">;

/** The number of differences that a check lists. The exit code shows that there are differences. */
export const MAX_LISTED = 50;

/** Checks of other parts of the server, which run on the same snapshot. */
export interface FurtherChecks {
  names: readonly string[];
  /** Checks what has come since a position; everything since the beginning of the ledger. */
  find: (sql: Queryable, since: LedgerPosition) => Promise<Difference[]>;
}

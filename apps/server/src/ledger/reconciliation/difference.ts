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

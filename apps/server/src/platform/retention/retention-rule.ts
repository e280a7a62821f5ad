/** Rows of a table are removed this long after a time that the row holds. The column has an index. */
export interface RetentionRule {
  table: string;
  column: string;
  keptMs: number;
  /** A further condition, in SQL, that a removed row meets. */
  where?: string;
}

/** A table with monthly partitions. Months that ended this long before its newest row, and before now, are removed. */
export interface PartitionRule {
  table: string;
  /** The column that decides the month. */
  column: string;
  keptMonths: number;
}

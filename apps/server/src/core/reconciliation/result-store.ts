import type { Queryable } from "../../db/pool.ts";

/** The result of comparing every stored figure with the ledger's entries. */
export interface ReconciliationResult {
  checkedAt: Date;
  /** The number of checks. */
  checks: number;
  /** The number of differences; 0 when the books are correct. */
  differences: number;
}

export async function saveReconciliation(sql: Queryable, result: ReconciliationResult): Promise<void> {
  await sql`
    insert into reconciliations (checked_at, checks, differences)
    values (${result.checkedAt}, ${result.checks}, ${result.differences})`;
}

/** Lists the results, latest first. */
export function listReconciliations(sql: Queryable, limit: number): Promise<ReconciliationResult[]> {
  return sql<ReconciliationResult[]>`
    select checked_at as "checkedAt", checks, differences from reconciliations order by checked_at desc limit ${limit}`;
}

export async function readLatestReconciliation(sql: Queryable): Promise<ReconciliationResult | null> {
  const [latest] = await listReconciliations(sql, 1);
  return latest ?? null;
}

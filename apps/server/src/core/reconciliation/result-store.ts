import type { Queryable } from "../../db/pool.ts";

/** What a comparison of every figure kept with the ledger's entries came to. */
export interface ReconciliationResult {
  checkedAt: Date;
  /** How many things were checked. */
  checks: number;
  /** How many differed; 0 where the books are right. */
  differences: number;
}

export async function saveReconciliation(sql: Queryable, result: ReconciliationResult): Promise<void> {
  await sql`
    insert into reconciliations (checked_at, checks, differences)
    values (${result.checkedAt}, ${result.checks}, ${result.differences})`;
}

/** The latest first. */
export function listReconciliations(sql: Queryable, limit: number): Promise<ReconciliationResult[]> {
  return sql<ReconciliationResult[]>`
    select checked_at as "checkedAt", checks, differences from reconciliations order by checked_at desc limit ${limit}`;
}

export async function readLatestReconciliation(sql: Queryable): Promise<ReconciliationResult | null> {
  const [latest] = await listReconciliations(sql, 1);
  return latest ?? null;
}

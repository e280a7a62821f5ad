import type { Queryable } from "../../platform/db/pool.ts";

/** The result of comparing stored figures with the ledger's entries. */
export interface ReconciliationResult {
  checkedAt: Date;
  /** The number of checks. */
  checks: number;
  /** The number of differences; 0 when the books are correct. */
  differences: number;
  /** The time of the checkpoint from which on entries were compared; null when all were. */
  since: Date | null;
}

export async function saveReconciliation(sql: Queryable, result: ReconciliationResult): Promise<void> {
  await sql`
    insert into reconciliations (checked_at, checks, differences, since)
    values (${result.checkedAt}, ${result.checks}, ${result.differences}, ${result.since})`;
}

/** Lists the results, latest first. */
export function listReconciliations(sql: Queryable, limit: number): Promise<ReconciliationResult[]> {
  return sql<ReconciliationResult[]>`
    select checked_at as "checkedAt", checks, differences, since from reconciliations order by checked_at desc limit ${limit}`;
}

/** The latest result, and the latest of a comparison of all entries. Null before the first. */
export interface LatestResults {
  latest: ReconciliationResult | null;
  complete: ReconciliationResult | null;
}

export async function readLatestResults(sql: Queryable): Promise<LatestResults> {
  const [latest] = await listReconciliations(sql, 1);
  const [complete] = await sql<ReconciliationResult[]>`
    select checked_at as "checkedAt", checks, differences, since from reconciliations
    where since is null order by checked_at desc limit 1`;
  return { latest: latest ?? null, complete: complete ?? null };
}

/**
 * The number of known differences. A comparison since a checkpoint does not see those before it, so the differences of the
 * last complete comparison count until the next one.
 */
export function countKnownDifferences({ latest, complete }: LatestResults): number {
  return Math.max(latest?.differences ?? 0, complete?.differences ?? 0);
}

import type { Sql } from "../db/pool.ts";
import type { RetentionRule } from "./retention-rule.ts";
import { deleteOldRows } from "./store.ts";

/** Short statements, so that calls that wait for the same rows or connections do not wait long. */
const ROWS_PER_STATEMENT = 5_000;
/** The most statements for a rule in one run: ten million rows, or 16,000 a second at a run every ten minutes. */
const MAX_STATEMENTS = 2_000;

/**
 * Removes what the rules no longer keep, however much it is.
 * @param signal ends it between two statements; the next run goes on
 * @returns the number of rows
 */
export async function removeExpiredRows(
  rules: readonly RetentionRule[],
  { sql, now }: { sql: Sql; now: () => Date },
  signal?: AbortSignal,
): Promise<number> {
  const nowMs = now().getTime();
  let total = 0;
  for (const rule of rules) {
    const before = new Date(nowMs - rule.keptMs);
    for (let statement = 0; statement < MAX_STATEMENTS; statement += 1) {
      const removed = await deleteOldRows(sql, rule, before, ROWS_PER_STATEMENT);
      total += removed;
      if (signal?.aborted === true) return total;
      if (removed < ROWS_PER_STATEMENT) break;
    }
  }
  return total;
}

import type { Sql } from "../db/pool.ts";
import type { PartitionRule } from "./retention-rule.ts";
import {
  createPartition,
  deleteDefaultRowsBefore,
  dropPartition,
  listDefaultMonths,
  listPartitionMonths,
  readNewestMonth,
} from "./store.ts";

/** This month's partition and the next ones exist before their first row. */
const MONTHS_AHEAD = 2;

/**
 * Creates the partitions of the coming months and of rows that came without one, and removes those past their retention.
 * Stops where a lock is in the way; the next run goes on.
 */
export async function maintainPartitions(
  rules: readonly PartitionRule[],
  { sql, now }: { sql: Sql; now: () => Date },
): Promise<void> {
  const month = startOfMonth(now());
  for (const rule of rules) {
    await removeOldMonths(sql, rule, month);
    await createMonths(sql, rule, month);
  }
}

/** A table whose newest row is old, as after a long stop, keeps the months before that row. */
async function removeOldMonths(sql: Sql, rule: PartitionRule, month: Date): Promise<void> {
  const newest = await readNewestMonth(sql, rule);
  if (newest === null) return;
  const before = addMonths(newest < month ? newest : month, -rule.keptMonths);
  for (const each of await listPartitionMonths(sql, rule.table))
    if (each < before && !(await dropPartition(sql, rule.table, each))) return;
  await deleteDefaultRowsBefore(sql, rule, before);
}

async function createMonths(sql: Sql, rule: PartitionRule, month: Date): Promise<void> {
  const existing = (await listPartitionMonths(sql, rule.table)).map(Number);
  const coming = Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => addMonths(month, ahead));
  const wanted = new Set([...coming, ...(await listDefaultMonths(sql, rule))].map(Number));
  for (const each of existing) wanted.delete(each);
  for (const each of wanted) if (!(await createPartition(sql, rule.table, new Date(each)))) return;
}

const startOfMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
const addMonths = (month: Date, months: number): Date =>
  new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + months));

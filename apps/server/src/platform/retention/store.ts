import type { Queryable } from "../db/pool.ts";
import type { RetentionRule } from "./retention-rule.ts";

/** Removes the next rows of a rule. @returns how many */
export async function deleteOldRows(
  sql: Queryable,
  { table, column, where = "true" }: RetentionRule,
  before: Date,
  limit: number,
): Promise<number> {
  const [row] = await sql<{ removed: number }[]>`
    with removed as (
      delete from ${sql.raw(table)} where ctid = any (array(
        select ctid from ${sql.raw(table)} where ${sql.raw(column)} <= ${before} and ${sql.raw(where)} limit ${limit}
      )) returning 1
    ) select count(*)::int as removed from removed`;
  return row?.removed ?? 0;
}

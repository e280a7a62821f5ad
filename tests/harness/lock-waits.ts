import type { Sql } from "../../apps/server/src/platform/db/pool.ts";

/** How many connections to this database wait for a lock. */
export async function countLockWaits(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.count ?? 0;
}

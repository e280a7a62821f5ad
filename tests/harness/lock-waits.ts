import { expect } from "vitest";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";

/** How many connections to this database wait for a lock. The application's role does not see that of others. */
export async function countLockWaits(owner: Sql): Promise<number> {
  const [row] = await owner<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  return row?.count ?? 0;
}

/** Waits until one connection to this database waits for a lock. Fails when none ever does. */
export async function untilLockWait(databaseUrl: string): Promise<void> {
  const owner = openPool(databaseUrl, { max: 1, role: null });
  try {
    await expect.poll(() => countLockWaits(owner)).toBe(1);
  } finally {
    await owner.end();
  }
}

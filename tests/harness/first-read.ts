import { expect, vi } from "vitest";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";

/** Longer than a decision about money uses what was read with the headers of its call. */
const TOO_OLD_MS = 1_000;

/**
 * Watches for the first read of a call that comes next. The returned function waits until the database has answered that
 * read, and makes it too old. Afterwards `performance.now()` stands still until `vi.restoreAllMocks()`.
 */
export async function watchFirstRead(databaseUrl: string): Promise<() => Promise<void>> {
  const owner = openPool(databaseUrl, { max: 1, role: null });
  const [row] = await owner<{ now: string }[]>`select clock_timestamp()::text as now`;
  const listAnswered = () => owner`
    select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'idle'
      and query not like '%pg_notify%' and query_start > ${row?.now ?? null}::timestamptz`;
  return async () => {
    try {
      await expect.poll(listAnswered).toHaveLength(1);
    } finally {
      await owner.end();
    }
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + TOO_OLD_MS);
  };
}

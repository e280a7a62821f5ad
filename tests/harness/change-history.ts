import type { Sql, Tx } from "../../apps/server/src/platform/db/pool.ts";

/**
 * Changes rows that are only appended, without the triggers that refuse it.
 * @param owner a pool of a superuser
 */
export function changeHistory<T>(owner: Sql, change: (tx: Tx) => Promise<T>): Promise<T> {
  return owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    return change(tx);
  });
}

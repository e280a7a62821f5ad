import type { Lease } from "../../platform/jobs/lease-store.ts";
import type { Queryable, Sql } from "../../platform/db/pool.ts";

export async function loadFeedState(sql: Queryable, name: string): Promise<unknown> {
  const [row] = await sql<{ state: unknown }[]>`select state from feed_state where name = ${name}`;
  return row?.state;
}

/** When the feeds were last saved; null before the first time. */
export async function readLastSave(sql: Queryable): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }[]>`select max(saved_at) as at from feed_state where name <> 'clock'`;
  return row?.at ?? null;
}

export async function loadEngines(sql: Queryable): Promise<Map<string, unknown>> {
  const rows = await sql<{ bot_id: string; state: unknown }[]>`select bot_id, state from bot_engines`;
  return new Map(rows.map(({ bot_id, state }) => [bot_id, state]));
}

/**
 * Saves the positions of the feeds and the states of the bots in one transaction, so that a restart continues from one moment.
 * Only the holder of the lease may save: with a position of another trader a bot would miss bars after a restart.
 * @throws Error when another trader has taken the lease
 */
export async function saveCheckpoint(
  sql: Sql,
  lease: Lease,
  feeds: readonly { name: string; state: object }[],
  engines: readonly { botId: string; state: object }[],
): Promise<void> {
  await sql.begin(async (tx) => {
    // The lock makes another trader wait for this commit before it takes the lease and reads what is saved.
    const held = await tx`select from leases where name = ${lease.name} and token = ${lease.token} for share`;
    if (held.length === 0) throw new Error("Another trader has taken the lease. The checkpoint was not saved.");
    for (const { name, state } of feeds) {
      await tx`
        insert into feed_state (name, state) values (${name}, ${JSON.stringify(state)}::text::jsonb)
        on conflict (name) do update set state = excluded.state, saved_at = clock_timestamp()`;
    }
    for (const { botId, state } of engines) {
      await tx`
        insert into bot_engines (bot_id, state) values (${botId}, ${JSON.stringify(state)}::text::jsonb)
        on conflict (bot_id) do update set state = excluded.state`;
    }
  });
}

import type { Queryable, Sql } from "../db/pool.ts";

export async function loadFeedState(sql: Queryable, name: string): Promise<unknown> {
  const [row] = await sql<{ state: unknown }[]>`select state from feed_state where name = ${name}`;
  return row?.state;
}

export async function loadEngines(sql: Queryable): Promise<Map<string, unknown>> {
  const rows = await sql<{ bot_id: string; state: unknown }[]>`select bot_id, state from bot_engines`;
  return new Map(rows.map(({ bot_id, state }) => [bot_id, state]));
}

/** Saves the positions of the feeds and the states of the bots in one transaction, so that a restart continues from one moment. */
export async function saveCheckpoint(
  sql: Sql,
  feeds: readonly { name: string; state: object }[],
  engines: readonly { botId: string; state: object }[],
): Promise<void> {
  await sql.begin(async (tx) => {
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

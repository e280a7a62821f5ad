import type { Queryable } from "../../platform/db/pool.ts";

/** Saves that bots rest, once for each record. The database tells those who hold them. */
export async function saveBotRests(sql: Queryable, rests: readonly { botId: string; record: number }[]): Promise<void> {
  if (rests.length === 0) return;
  await sql`
    insert into bot_rests (bot_id, record)
    select * from unnest(${rests.map(({ botId }) => botId)}::uuid[], ${rests.map(({ record }) => record)}::integer[])
    on conflict do nothing`;
}

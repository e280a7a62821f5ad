import type { Queryable } from "../../db/pool.ts";

/** Column text over `pools p`: what a bot is doing, as everybody is told. A halt weighs more than a pause. */
export const BOT_STATUS_COLUMN = `case when p.status = 'trading' and exists (
    select from bot_pauses where bot_id = p.bot_id and resumed_at is null) then 'paused' else p.status end`;

/** Whether an administrator keeps a bot from opening trades. */
export async function isPaused(sql: Queryable, botId: string): Promise<boolean> {
  const rows = await sql`select from bot_pauses where bot_id = ${botId} and resumed_at is null`;
  return rows.length > 0;
}

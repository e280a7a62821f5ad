import type { Queryable } from "../../platform/db/pool.ts";

/** Column text over `pools p`: the status of a bot that users see. A halt takes precedence over a pause. */
export const BOT_STATUS_COLUMN = `case when p.status = 'trading' and exists (
    select from bot_pauses where bot_id = p.bot_id and resumed_at is null) then 'paused' else p.status end`;

/** True while an administrator has paused the bot, so that it opens no trades. */
export async function isPaused(sql: Queryable, botId: string): Promise<boolean> {
  const rows = await sql`select from bot_pauses where bot_id = ${botId} and resumed_at is null`;
  return rows.length > 0;
}

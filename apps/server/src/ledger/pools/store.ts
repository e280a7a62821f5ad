import type { Queryable } from "../../platform/db/pool.ts";

/**
 * Column text over `pools p`: the status of a bot that users see. A halt takes precedence over a pause, and a rule that is to change
 * is a pause until it does.
 */
export const BOT_STATUS_COLUMN = `case when p.status = 'trading' and (exists (
    select from bot_pauses where bot_id = p.bot_id and resumed_at is null) or rule_change_waits(p.bot_id)) then 'paused' else p.status end`;

/** Column text over `pools p`: all units issued and not redeemed. */
export const UNITS_COLUMN = `(p.units_at_close + coalesce((
        select sum(e.units_delta) from position_events e
        where e.bot_id = p.bot_id and e.transaction_id > p.last_close_transaction), 0))::text as units`;

/** Column text over `pools p left join pool_marks m`: the unit price of a redemption now, from the open trade's last mark. */
export const EXIT_MARK_COLUMN = `(case when p.open_trade is null then p.nav else coalesce(m.exit_mark, p.nav) end)::text as "exitMark"`;

/** True while an administrator has paused the bot, or its rule is to change, so that it opens no trades. */
export async function isPaused(sql: Queryable, botId: string): Promise<boolean> {
  const [row] = await sql<{ isPaused: boolean }[]>`
    select exists (select from bot_pauses where bot_id = ${botId} and resumed_at is null)
      or rule_change_waits(${botId}) as "isPaused"`;
  return row?.isPaused ?? false;
}

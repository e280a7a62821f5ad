import type { Queryable } from "../../platform/db/pool.ts";

/** Exclusive bounds for the ids of a bot's trades. */
export interface TradeBounds {
  above: string;
  below: string;
}

const LOWEST_ID = "0";
const HIGHEST_ID = "9223372036854775807";

/**
 * Finds id bounds for a bot's trades in a period, because ids rise with time. When there are no trades in the period,
 * no id lies between the bounds.
 *
 * The queries here and in the pages compare whole rows, so the planner can use only the index of the bot. With the time
 * or the id alone, it would read all trades of other bots until it finds one of a bot that rarely trades.
 */
export async function findTradeBounds(
  sql: Queryable,
  botId: string,
  { from, to }: { from: string | undefined; to: string | undefined },
): Promise<TradeBounds> {
  if (from === undefined && to === undefined) return { above: LOWEST_ID, below: HIGHEST_ID };
  const [row] = await sql<{ first: string | null; last: string | null }[]>`
    select (select case when bot_id = ${botId} then id - 1 end::text from (
        select bot_id, id from bot_trades where (bot_id, executed_at) >= (${botId}::uuid, ${from ?? "-infinity"}::timestamptz)
        order by bot_id, executed_at limit 1) f) as first,
      (select case when bot_id = ${botId} then id + 1 end::text from (
        select bot_id, id from bot_trades where (bot_id, executed_at) < (${botId}::uuid, ${to ?? "infinity"}::timestamptz)
        order by bot_id desc, executed_at desc limit 1) l) as last`;
  return { above: row?.first ?? HIGHEST_ID, below: row?.last ?? LOWEST_ID };
}

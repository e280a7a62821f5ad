import type { Queryable } from "../../db/pool.ts";

/** Ids of a bot's trades: above the one and below the other. */
export interface TradeBounds {
  above: string;
  below: string;
}

const LOWEST_ID = "0";
const HIGHEST_ID = "9223372036854775807";

/**
 * The ids that a bot's trades of a stretch of time lie between: ids rise with the clock. Bounds that nothing lies between
 * where there are none.
 *
 * Comparing whole rows, here and in the pages, leaves the planner one index only, that of the bot: by the time or the id
 * alone it would read past all trades of the others until it has found one of a bot that trades seldom.
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

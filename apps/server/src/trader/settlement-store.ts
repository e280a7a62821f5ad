import type { Queryable } from "../db/pool.ts";

export interface HeldBot {
  userId: string;
  botId: string;
}

/** The waiting exits in these bots, oldest first. */
export function listWaitingExits(sql: Queryable, botIds: readonly string[], limit: number): Promise<HeldBot[]> {
  return sql<HeldBot[]>`
    select user_id as "userId", bot_id as "botId" from exits
    where status = 'pending' and bot_id = any(${botIds}::uuid[]) order by requested_at, id limit ${limit}`;
}

/**
 * Positions whose stop-loss or take-profit an exit mark has reached. They are found by index, so that a price that
 * reaches none costs the same for any number of investors.
 */
export function listHitPositions(
  sql: Queryable,
  marks: readonly { botId: string; exitMark: string }[],
  limit: number,
): Promise<HeldBot[]> {
  return sql<HeldBot[]>`
    select h.user_id as "userId", m.bot_id as "botId"
    from unnest(${marks.map(({ botId }) => botId)}::uuid[], ${marks.map(({ exitMark }) => exitMark)}::numeric[])
      as m (bot_id, exit_mark)
    cross join lateral (
      (select user_id from positions
        where bot_id = m.bot_id and is_active and stop_nav is not null and stop_nav >= m.exit_mark limit ${limit})
      union
      (select user_id from positions
        where bot_id = m.bot_id and is_active and take_nav is not null and take_nav <= m.exit_mark limit ${limit})
    ) h limit ${limit}`;
}

import {
  ALL_BOTS,
  HELD_COLUMN,
  toHeldSnapshots,
  WAITING_EXIT,
  type HeldSnapshot,
  type HeldSnapshotRow,
} from "../../ledger/api.ts";
import type { Sql } from "../../platform/db/pool.ts";

/** The price at which a unit of a bot can be redeemed now. */
export interface ExitMark {
  botId: string;
  exitMark: string;
}

/** A position that has something to settle. */
export interface DuePosition {
  userId: string;
  botId: string;
}

/**
 * Lists the positions in these bots that have a waiting exit, oldest first, and then those whose stop-loss or take-profit
 * the mark has reached: at most `limit` of each. A position can be listed twice. Partial indexes find them, so that a price
 * that reaches none costs the same for any number of investors. The trader asks at every price.
 */
export function listDuePositions(
  sql: Pick<Sql, "byKey">,
  marks: readonly ExitMark[],
  limit: number,
): Promise<DuePosition[]> {
  return sql.byKey<DuePosition[]>`
    (select e.user_id as "userId", e.bot_id as "botId" from exits e
      where e.status = 'pending' and e.bot_id = any(${marks.map(({ botId }) => botId)}::uuid[])
      order by e.requested_at, e.id limit ${limit}::integer)
    union all
    (select h.user_id, m.bot_id
      from unnest(${marks.map(({ botId }) => botId)}::uuid[], ${marks.map(({ exitMark }) => exitMark)}::numeric[])
        as m (bot_id, exit_mark)
      cross join lateral (
        (select p.user_id from positions p
          where p.bot_id = m.bot_id and p.is_active and p.stop_nav is not null and p.stop_nav >= m.exit_mark limit ${limit}::integer)
        union all
        (select p.user_id from positions p
          where p.bot_id = m.bot_id and p.is_active and p.take_nav is not null and p.take_nav <= m.exit_mark limit ${limit}::integer)
      ) h limit ${limit}::integer)`;
}

/** Reads positions with their bots, which are all that their settlement needs, in the order in which they are listed. */
export async function readHeldPositions(
  sql: Pick<Sql, "byKey">,
  due: readonly DuePosition[],
  maxPriceAgeMs: number,
): Promise<HeldSnapshot[]> {
  const rows = await sql.byKey<HeldSnapshotRow[]>`
    select asked.user_id as "userId", ${sql.byKey.raw(HELD_COLUMN)}, case when asked.n = 1 then (${sql.byKey.raw(ALL_BOTS)}) end as bots
    from unnest(${due.map(({ userId }) => userId)}::uuid[], ${due.map(({ botId }) => botId)}::uuid[])
      with ordinality asked (user_id, bot_id, n)
    join positions h on h.user_id = asked.user_id and h.bot_id = asked.bot_id
    ${sql.byKey.raw(WAITING_EXIT)}
    order by asked.n`;
  return toHeldSnapshots(rows, maxPriceAgeMs);
}

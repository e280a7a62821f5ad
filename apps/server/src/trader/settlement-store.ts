import type { HeldBot } from "../core/investors/store.ts";
import type { Queryable } from "../db/pool.ts";

/** The price at which a unit of a bot can be redeemed now. */
export interface ExitMark {
  botId: string;
  exitMark: string;
}

/**
 * The positions in these bots that have a waiting exit, or whose stop-loss or take-profit the mark has reached: at most
 * `limit` of each. A position can be listed twice.
 */
export function listDuePositions(sql: Queryable, marks: readonly ExitMark[], limit: number): Promise<HeldBot[]> {
  return sql<HeldBot[]>`
    select user_id as "userId", bot_id as "botId" from list_due_positions(${marks.map(({ botId }) => botId)}::uuid[],
      ${marks.map(({ exitMark }) => exitMark)}::numeric[], ${limit}::integer)`;
}

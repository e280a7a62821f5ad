import type { Queryable } from "../../platform/db/pool.ts";
import type { ExitMark } from "./settlement-store.ts";

/** Keeps the price at which units can be redeemed at a moment. A mark that is there already stays. */
export async function saveBotMarks(sql: Queryable, marks: readonly ExitMark[], at: Date): Promise<void> {
  if (marks.length === 0) return;
  await sql`
    insert into bot_marks (bot_id, at, exit_mark)
    select bot_id, ${at}, exit_mark
    from unnest(${marks.map(({ botId }) => botId)}::uuid[], ${marks.map(({ exitMark }) => exitMark)}::numeric[]) m (bot_id, exit_mark)
    on conflict do nothing`;
}

/** Leaves one mark an hour before a week ago, and none before 400 days ago. */
export async function thinOutBotMarks(sql: Queryable): Promise<void> {
  await sql`
    delete from bot_marks where (at < now() - interval '7 days' and date_part('minute', at) >= 5) or at < now() - interval '400 days'`;
}

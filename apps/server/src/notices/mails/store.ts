import type { Queryable } from "../../platform/db/pool.ts";

/** Mails that were given up and not sent again. */
export async function countFailedMails(sql: Queryable): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from mail_outbox where failed_at is not null`;
  return row?.count ?? 0;
}

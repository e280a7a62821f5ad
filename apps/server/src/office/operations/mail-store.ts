import type { FailedMail } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";

/** Lists mails that were given up, latest first, and counts all of them. */
export async function listFailedMails(
  sql: Queryable,
  now: Date,
  limit: number,
): Promise<{ failedCount: number; failed: FailedMail[] }> {
  const rows = await sql<
    (Omit<FailedMail, "queuedAt" | "failedAt"> & { queuedAt: Date; failedAt: Date; total: number })[]
  >`
    select m.id, m.user_id as "userId", coalesce(m.recipient, u.email) as recipient, m.template, m.attempts,
      coalesce(m.last_error, '') as reason, m.created_at as "queuedAt", m.failed_at as "failedAt",
      m.expires_at is null or m.expires_at > ${now} as "canBeSentAgain", (count(*) over ())::int as total
    from mail_outbox m join users u on u.id = m.user_id
    where m.failed_at is not null order by m.failed_at desc, m.id limit ${limit}`;
  return {
    failedCount: rows[0]?.total ?? 0,
    failed: rows.map(({ total: _total, ...row }) => ({
      ...row,
      queuedAt: row.queuedAt.toISOString(),
      failedAt: row.failedAt.toISOString(),
    })),
  };
}

interface MailState {
  userId: string;
  template: string;
  hasFailed: boolean;
  hasEnded: boolean;
}

/** Locks a mail until the transaction ends. */
export async function lockMail(tx: Queryable, id: string, now: Date): Promise<MailState | undefined> {
  const rows = await tx<MailState[]>`
    select user_id as "userId", template, failed_at is not null as "hasFailed",
      coalesce(expires_at <= ${now}, false) as "hasEnded"
    from mail_outbox where id = ${id} for update`;
  return rows[0];
}

/** Makes a mail due again, as if it were new. */
export async function renewMail(tx: Queryable, id: string): Promise<void> {
  await tx`
    update mail_outbox set failed_at = null, last_error = null, attempts = 0, next_attempt_at = clock_timestamp()
    where id = ${id}`;
}

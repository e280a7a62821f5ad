import type { Queryable } from "../../platform/db/pool.ts";
import type { MailOptions } from "./mail-data.ts";

export async function insertMail(
  tx: Queryable,
  userId: string,
  template: string,
  data: object,
  { recipient, expiresAt }: MailOptions,
): Promise<void> {
  await tx`
    insert into mail_outbox (user_id, template, data, recipient, expires_at)
    values (${userId}, ${template}, ${JSON.stringify(data)}::text::jsonb, ${recipient ?? null}, ${expiresAt ?? null})`;
}

/** A mail that this process has taken from the outbox. */
export interface ClaimedMail {
  id: string;
  userId: string;
  template: string;
  data: unknown;
  recipient: string;
  firstName: string;
  /** Includes this one. */
  attempts: number;
  expiresAt: Date | null;
}

/**
 * Takes due mails, oldest first. Mails that another process is taking are skipped. A mail that is neither sent nor returned
 * within the lease is due again, because its process died.
 */
export async function claimMails(sql: Queryable, limit: number, leaseMs: number): Promise<ClaimedMail[]> {
  return sql<ClaimedMail[]>`
    update mail_outbox m set attempts = m.attempts + 1, next_attempt_at = clock_timestamp() + make_interval(secs => ${leaseMs / 1_000})
    from (
      select id from mail_outbox where sent_at is null and failed_at is null and next_attempt_at <= clock_timestamp()
      order by next_attempt_at limit ${limit} for update skip locked
    ) due, users u
    where m.id = due.id and u.id = m.user_id
    returning m.id, m.user_id as "userId", m.template, m.data, coalesce(m.recipient, u.email) as recipient,
      u.first_name as "firstName", m.attempts, m.expires_at as "expiresAt"`;
}

/** The mail's text is not kept. */
export async function markSent(sql: Queryable, id: string): Promise<void> {
  await sql`update mail_outbox set sent_at = clock_timestamp(), data = '{}', last_error = null where id = ${id}`;
}

export async function postponeMail(sql: Queryable, id: string, waitMs: number, reason: string): Promise<void> {
  await sql`
    update mail_outbox set next_attempt_at = clock_timestamp() + make_interval(secs => ${waitMs / 1_000}), last_error = ${reason}
    where id = ${id}`;
}

/** Returns a mail that was not tried. */
export async function returnMail(sql: Queryable, id: string, waitMs: number): Promise<void> {
  await sql`
    update mail_outbox set attempts = attempts - 1,
      next_attempt_at = clock_timestamp() + make_interval(secs => ${waitMs / 1_000}) where id = ${id}`;
}

export async function giveUpMail(sql: Queryable, id: string, reason: string): Promise<void> {
  await sql`update mail_outbox set failed_at = clock_timestamp(), last_error = ${reason} where id = ${id}`;
}

/** Mails that were given up and not sent again. */
export async function countFailedMails(sql: Queryable): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from mail_outbox where failed_at is not null`;
  return row?.count ?? 0;
}

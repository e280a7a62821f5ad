import type { Queryable } from "../../db/pool.ts";
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

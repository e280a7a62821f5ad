import type { Queryable } from "../../platform/db/pool.ts";
import type { MailData, MailOptions, MailTemplate } from "./mail-data.ts";
import { insertMail } from "./store.ts";

/**
 * Queues a mail in the caller's transaction. It is sent after the commit, by one process, and tried again when the mail server
 * does not take it. The user's address is read when it is sent.
 */
export function queueMail<T extends MailTemplate>(
  tx: Queryable,
  userId: string,
  template: T,
  data: MailData[T],
  options: MailOptions = {},
): Promise<void> {
  return insertMail(tx, userId, template, data, options);
}

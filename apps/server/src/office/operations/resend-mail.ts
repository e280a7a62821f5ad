import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, type AuditActor } from "../../record/api.ts";
import { lockMail, renewMail } from "./store.ts";
import type { OperationsDeps } from "./operated-bots.ts";
import * as texts from "../../messages/office.ts";

/**
 * Makes a mail that was given up due again.
 * @throws AppError NOT_FOUND · CONFLICT it was not given up, or its link has ended
 */
export async function resendMail(
  { sql, now }: Pick<OperationsDeps, "sql" | "now">,
  { admin, mailId }: { admin: AuditActor; mailId: string },
): Promise<void> {
  await sql.begin(async (tx) => {
    const mail = await lockMail(tx, mailId, now());
    if (mail === undefined) throw new AppError("NOT_FOUND", texts.mailNotFound);
    if (!mail.hasFailed) throw new AppError("CONFLICT", texts.mailSent);
    if (mail.hasEnded) {
      throw new AppError("CONFLICT", texts.mailLinkEnded);
    }
    await renewMail(tx, mailId);
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "mail.resend",
      subjectType: "user",
      subjectId: mail.userId,
      after: { template: mail.template },
      address: admin.address,
    });
  });
}

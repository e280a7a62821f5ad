import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, type AuditActor, queueMail } from "../../record/api.ts";
import type { BackOfficeDeps } from "./delete-user.ts";
import { endFreeze, lockUserRow } from "./store.ts";
import { requireManageableUser } from "./user-access.ts";
import * as texts from "../../messages/office.ts";

/**
 * Ends a freeze that the user started with a link in a mail, for users who cannot read their mail. A hold of withdrawals stays.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator · CONFLICT not frozen
 */
export async function unfreezeUser(
  { sql, now }: Pick<BackOfficeDeps, "sql" | "now">,
  { admin, userId }: { admin: AuditActor; userId: string },
): Promise<void> {
  await sql.begin(async (tx) => {
    requireManageableUser(await lockUserRow(tx, userId), admin.id);
    if (!(await endFreeze(tx, userId))) throw new AppError("CONFLICT", texts.accountNotFrozen);
    await queueMail(tx, userId, "security-changed", {
      change: "account-unfrozen",
      detail: "An administrator ended the freeze",
      at: now().toISOString(),
      address: null,
    });
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "user.unfreeze",
      subjectType: "user",
      subjectId: userId,
      before: { isFrozen: true },
      after: { isFrozen: false },
      address: admin.address,
    });
  });
}

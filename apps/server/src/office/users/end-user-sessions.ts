import { insertAuditEvent, type AuditActor } from "../../record/api.ts";
import { deleteUserSessions } from "../../people/api.ts";
import type { BackOfficeDeps } from "./delete-user.ts";
import { requireManageableUser } from "./user-access.ts";
import { lockUserRow } from "./store.ts";

/**
 * Signs a user out everywhere, in every process at once. They can sign in again.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator
 */
export async function endUserSessions(
  deps: Pick<BackOfficeDeps, "sql">,
  input: { admin: AuditActor; userId: string },
): Promise<void> {
  const { admin, userId } = input;
  await deps.sql.begin(async (tx) => {
    requireManageableUser(await lockUserRow(tx, userId), admin.id);
    const ended = await deleteUserSessions(tx, userId);
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "user.end-sessions",
      subjectType: "user",
      subjectId: userId,
      before: { sessions: ended },
      after: { sessions: 0 },
      address: admin.address,
    });
  });
}

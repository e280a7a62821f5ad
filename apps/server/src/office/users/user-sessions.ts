import type { UserSession } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { type AuditActor, insertAuditEvent } from "../../record/api.ts";
import {
  activeSessionsAt,
  deleteUserSession,
  deleteUserSessions,
  listSessions,
  toListedSession,
} from "../../people/api.ts";
import type { BackOfficeDeps } from "./delete-user.ts";
import { requireListedUser, requireManageableUser } from "./user-access.ts";
import { findUserRow, lockUserRow } from "./store.ts";
import * as texts from "../../messages/office.ts";

/**
 * Lists a user's sessions, last used first, at most 100. Their ids cannot be used to sign in.
 * @throws AppError NOT_FOUND unknown, deleted, or an administrator
 */
export async function listUserSessions(
  deps: Pick<BackOfficeDeps, "sql" | "now">,
  userId: string,
): Promise<UserSession[]> {
  requireListedUser(await findUserRow(deps.sql, userId));
  const rows = await listSessions(deps.sql, userId, activeSessionsAt(deps.now()));
  return rows.map(toListedSession);
}

/**
 * Ends one session of a user, in every process at once. They can sign in again.
 * @throws AppError NOT_FOUND unknown user or session · FORBIDDEN an administrator
 */
export async function endUserSession(
  deps: Pick<BackOfficeDeps, "sql">,
  input: { admin: AuditActor; userId: string; sessionId: string },
): Promise<void> {
  const { admin, userId, sessionId } = input;
  await deps.sql.begin(async (tx) => {
    requireManageableUser(await lockUserRow(tx, userId), admin.id);
    if ((await deleteUserSession(tx, userId, sessionId, undefined)) === undefined) {
      throw new AppError("NOT_FOUND", texts.sessionNotFound);
    }
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "user.end-session",
      subjectType: "user",
      subjectId: userId,
      before: { session: sessionId },
      after: { session: null },
      address: admin.address,
    });
  });
}

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

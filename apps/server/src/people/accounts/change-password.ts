import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent, queueMail } from "../../record/api.ts";
import { checkNewPassword } from "../identity/new-password.ts";
import { type Origin, startSession } from "../sessions/sessions.ts";
import { deleteUserSessions } from "../sessions/store.ts";
import type { SessionUser } from "../../platform/http/session-user.ts";
import { recordSecurityEvent } from "../security-holds/store.ts";
import { verifyOwnPassword } from "../identity/verify-own-password.ts";
import type { AccountDeps } from "./current-user.ts";
import { replacePasswordHash } from "./store.ts";
import * as texts from "../../messages/people.ts";

interface ChangePasswordInput {
  user: SessionUser;
  currentPassword: string;
  newPassword: string;
  origin: Origin;
  deviceToken: string | undefined;
}

/**
 * Changes the password, ends every session of the user and starts a new one for the caller, so that anyone else who knew
 * the old password is signed out. The user's withdrawals are held for a day. A wrong current password counts together with
 * failed sign-ins.
 * @throws AppError VALIDATION a new password that is easy to guess · FORBIDDEN wrong current password (not 401, because the session is valid) · RATE_LIMITED · BUSY ·
 * CONFLICT the password was changed at the same time
 */
export async function changePassword(
  deps: AccountDeps,
  input: ChangePasswordInput,
): Promise<{ sessionToken: string; endedSessions: number }> {
  const { user, origin, deviceToken } = input;
  checkNewPassword(input.newPassword, user, "newPassword");
  const verified = await verifyOwnPassword(deps, {
    user,
    password: input.currentPassword,
    field: "currentPassword",
    failure: "user.change-password-failed",
    address: origin.ip,
    deviceToken,
  });
  const replacement = await deps.passwords.hash(input.newPassword);
  return deps.sql.begin(async (tx) => {
    const now = deps.now();
    await recordSecurityEvent(tx, user.id, "password-changed", now);
    if (!(await replacePasswordHash(tx, user.id, { verified, replacement }, now))) {
      throw new AppError("CONFLICT", texts.passwordJustChanged);
    }
    const ended = await deleteUserSessions(tx, user.id);
    const sessionToken = await startSession(tx, user.id, origin, now);
    // The caller's session was ended too, and replaced.
    const endedSessions = Math.max(0, ended - 1);
    const { ip: address } = origin;
    await queueMail(tx, user.id, "security-changed", { change: "password-changed", at: now.toISOString(), address });
    await insertAuditEvent(tx, {
      actorId: user.id,
      action: "user.change-password",
      subjectType: "user",
      subjectId: user.id,
      after: { endedSessions },
      address: origin.ip,
    });
    return { sessionToken, endedSessions };
  });
}

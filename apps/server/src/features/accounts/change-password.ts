import { messages } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { insertAuditRow } from "../../core/audit/store.ts";
import { startSession, type Origin } from "../../core/identity/sessions.ts";
import { deleteSessionsOf, type SessionUser } from "../../core/identity/store.ts";
import type { CountedTry } from "../../core/identity/throttle.ts";
import type { AccountDeps } from "./account-deps.ts";
import { countAccountTry } from "./sign-in.ts";
import { findPasswordHash, replacePasswordHash } from "./store.ts";

interface ChangePasswordInput {
  user: SessionUser;
  currentPassword: string;
  newPassword: string;
  origin: Origin;
  deviceToken: string | undefined;
}

/**
 * Changes the password, ends every session of the user, and starts a new one for who asked: whoever else knew the old
 * one is out. A wrong current password counts as a wrong sign-in does, and together with those.
 * @throws AppError FORBIDDEN the current password is wrong (the session is right: no 401) · RATE_LIMITED · BUSY ·
 * CONFLICT changed by somebody else meanwhile
 */
export async function changePassword(
  deps: AccountDeps,
  input: ChangePasswordInput,
): Promise<{ sessionToken: string; endedSessions: number }> {
  const { user, origin } = input;
  const counted = await countAccountTry(deps, { email: user.email, deviceToken: input.deviceToken }, user);
  const verified = await verifyCurrent(deps, input, counted);
  const replacement = await deps.passwords.hash(input.newPassword);
  return deps.sql.begin(async (tx) => {
    const now = deps.now();
    if (!(await replacePasswordHash(tx, user.id, { verified, replacement }, now))) {
      throw new AppError("CONFLICT", "Your password was changed just now. Please sign in again.");
    }
    const ended = await deleteSessionsOf(tx, user.id);
    const sessionToken = await startSession(tx, user.id, origin, now);
    // The one that asked has gone too, and has another in its place.
    const endedSessions = Math.max(0, ended - 1);
    await insertAuditRow(tx, {
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

/** @returns the hash that the current password was held against */
async function verifyCurrent(deps: AccountDeps, input: ChangePasswordInput, counted: CountedTry): Promise<string> {
  const { user, origin } = input;
  const hash = await findPasswordHash(deps.sql, user.id);
  if (hash === undefined) throw new AppError("UNAUTHENTICATED", "Please sign in.");
  let isRight: boolean;
  try {
    isRight = await deps.passwords.verify(hash, input.currentPassword);
  } catch (error) {
    // Turned away without having been looked at: not a wrong one.
    await counted.takeBack();
    throw error;
  }
  if (isRight) {
    await counted.takeBack();
    return hash;
  }
  await insertAuditRow(deps.sql, {
    actorId: user.id,
    action: "user.change-password-failed",
    subjectType: "user",
    subjectId: user.id,
    address: origin.ip,
  });
  const message = messages.wrongCurrentPassword;
  throw new AppError("FORBIDDEN", message, { fields: { currentPassword: message } });
}

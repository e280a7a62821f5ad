import { insertAuditEvent, queueMail } from "../../record/api.ts";
import { endLinks, findUser, replacePassword } from "../identity/store.ts";
import { readAccountLink, useAccountLink } from "../identity/account-links.ts";
import { checkNewPassword } from "../identity/new-password.ts";
import { deleteUserSessions, forgetDevices } from "../sessions/store.ts";
import { accountRule, forgetTries } from "../identity/throttle.ts";
import { recordSecurityEvent } from "../security-holds/store.ts";
import type { AccountDeps } from "./current-user.ts";
import { writeEmailVerified } from "./store.ts";

/**
 * Sets a new password with a link from a mail. All sessions and known devices end, and so does a freeze. A second factor stays:
 * the next sign-in asks for it. The address counts as confirmed, because the link was read there.
 * @throws AppError LINK_INVALID · VALIDATION a password that is easy to guess; the link stays valid · BUSY
 */
export async function resetPassword(
  deps: AccountDeps,
  { token, newPassword, address }: { token: string; newPassword: string; address: string },
): Promise<void> {
  // Before hashing, which is expensive: a made-up token costs one query at most.
  const link = await readAccountLink(deps, "reset-password", token);
  checkNewPassword(newPassword, (await findUser(deps.sql, link.userId)) ?? {}, "newPassword");
  const hash = await deps.passwords.hash(newPassword);
  await deps.sql.begin(async (tx) => {
    const now = deps.now();
    const { userId } = link;
    await recordSecurityEvent(tx, userId, "password-reset", now);
    await useAccountLink(tx, link, now);
    await replacePassword(tx, userId, hash, now);
    await writeEmailVerified(tx, userId, now);
    await endLinks(tx, userId, "reset-password", "change-email");
    const endedSessions = await deleteUserSessions(tx, userId);
    await forgetDevices(tx, userId);
    await queueMail(tx, userId, "security-changed", { change: "password-reset", at: now.toISOString(), address });
    await insertAuditEvent(tx, {
      actorId: userId,
      action: "user.reset-password",
      subjectType: "user",
      subjectId: userId,
      after: { endedSessions },
      address,
    });
  });
  // Wrong passwords before the reset do not lock out the person who has just set a new one.
  await forgetTries(deps, accountRule, link.email.toLowerCase());
}

import { randomBytes } from "node:crypto";
import { StartError } from "../../platform/process/start-error.ts";
import type { Sql } from "../../platform/db/pool.ts";
import { insertAuditEvent } from "../../record/api.ts";
import { recordSecurityEvent } from "../security-holds/store.ts";
import type { PasswordHasher } from "./passwords.ts";
import { deleteUserSessions } from "../sessions/store.ts";
import { findAdministratorId, replacePassword } from "./store.ts";
import { accountRule, forgetTries } from "./throttle.ts";

const PASSWORD_BYTES = 18;

/**
 * Sets a random password for an administrator, on the command line of the machine. A second factor stays.
 * @returns the password, which is stored nowhere
 * @throws StartError no administrator has this address
 */
export async function resetAdminPassword(
  { sql, passwords, now }: { sql: Sql; passwords: PasswordHasher; now: () => Date },
  email: string,
): Promise<string> {
  const userId = await findAdministratorId(sql, email);
  if (userId === undefined) throw new StartError(`No administrator has the e-mail address ${JSON.stringify(email)}.`);
  const password = randomBytes(PASSWORD_BYTES).toString("base64url");
  const hash = await passwords.hash(password);
  await sql.begin(async (tx) => {
    await recordSecurityEvent(tx, userId, "password-reset", now());
    await replacePassword(tx, userId, hash, now());
    const endedSessions = await deleteUserSessions(tx, userId);
    await insertAuditEvent(tx, {
      actorId: null,
      action: "administrator.reset-password",
      subjectType: "user",
      subjectId: userId,
      after: { endedSessions },
      address: null,
    });
  });
  await forgetTries({ sql }, accountRule, email.toLowerCase());
  return password;
}

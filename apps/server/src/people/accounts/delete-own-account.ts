import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent } from "../../record/api.ts";
import { eraseUser, listDeletionObstacles } from "../erasure/erase-user.ts";
import type { SessionUser } from "../../platform/http/session-user.ts";
import { verifyOwnPassword } from "../identity/verify-own-password.ts";
import { lockAccounts, readRemainingMoney } from "../erasure/store.ts";
import type { AccountDeps } from "./current-user.ts";
import { lockProfile } from "./store.ts";
import * as texts from "../../messages/people.ts";

const ADMIN_OBSTACLE = texts.deletionOfAdministrator;

/** Reasons why a user cannot delete their account now, each a sentence; empty when they can. */
export async function listOwnDeletionObstacles(
  { sql }: Pick<AccountDeps, "sql">,
  user: SessionUser,
): Promise<string[]> {
  if (user.isAdmin) return [ADMIN_OBSTACLE];
  return listDeletionObstacles(await readRemainingMoney(sql, user.id), "owner");
}

/**
 * Deletes the user's own account and erases the personal data. A waiting mail is erased too, so no mail says goodbye.
 * @throws AppError FORBIDDEN wrong password, or an administrator · CONFLICT it holds money or has pending requests · BUSY
 */
export async function deleteOwnAccount(
  deps: AccountDeps,
  input: { user: SessionUser; currentPassword: string; address: string; deviceToken: string | undefined },
): Promise<void> {
  const { user, address, deviceToken } = input;
  if (user.isAdmin) throw new AppError("FORBIDDEN", ADMIN_OBSTACLE);
  await verifyOwnPassword(deps, {
    user,
    password: input.currentPassword,
    field: "currentPassword",
    failure: "user.delete-failed",
    address,
    deviceToken,
  });
  await deps.sql.begin(async (tx) => {
    // The lock order of the ledger's door, accounts first, avoids deadlocks.
    await lockAccounts(tx, user.id);
    if ((await lockProfile(tx, user.id)) === undefined) throw new AppError("UNAUTHENTICATED", texts.signInNeeded);
    await eraseUser(tx, user.id, "owner");
    await insertAuditEvent(tx, {
      actorId: user.id,
      action: "user.delete-own-account",
      subjectType: "user",
      subjectId: user.id,
      after: { deleted: true },
      // A network address is personal data.
      address: null,
    });
    // Last, so that a failure rolls everything back and the call can be repeated.
    await deps.eraseFiles(tx, user.id);
  });
}

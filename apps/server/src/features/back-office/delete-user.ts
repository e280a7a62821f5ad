import { AppError } from "../../core/app-error.ts";
import { insertAuditEvent, type AuditActor } from "../../core/audit/store.ts";
import { deleteUserSessions } from "../../core/identity/store.ts";
import { lockAccounts, readRemainingMoney } from "../../core/investors/remaining-money-store.ts";
import type { BackOfficeDeps } from "./back-office-deps.ts";
import { listDeletionObstacles } from "./list-deletion-obstacles.ts";
import { closeAccounts, erasePersonalData } from "./erasure-store.ts";
import { requireManageableUser } from "./user-access.ts";
import { lockUserRow } from "./store.ts";

/**
 * Deletes a user without money: erases personal data and documents and ends sessions. The ledger and the records of deposits
 * and payouts stay under a placeholder name.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator · CONFLICT they hold money or have pending requests
 */
export async function deleteUser(deps: BackOfficeDeps, input: { admin: AuditActor; userId: string }): Promise<void> {
  const { admin, userId } = input;
  await deps.sql.begin(async (tx) => {
    // The lock order of the ledger's door, accounts first, avoids deadlocks.
    await lockAccounts(tx, userId);
    const user = requireManageableUser(await lockUserRow(tx, userId), admin.id);
    const obstacles = listDeletionObstacles(await readRemainingMoney(tx, userId));
    if (obstacles.length > 0) throw new AppError("CONFLICT", obstacles.join(" "));
    await closeAccounts(tx, userId);
    await erasePersonalData(tx, userId);
    await deleteUserSessions(tx, userId);
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "user.delete",
      subjectType: "user",
      subjectId: userId,
      before: { isActive: user.isActive, kycStatus: user.kycStatus },
      after: { deleted: true },
      address: admin.address,
    });
    // Last, so that a failure rolls everything back and the call can be repeated. On this connection, because deletions
    // that wait for each other's locks would otherwise use up the other connections.
    await deps.eraseDocuments(tx, userId);
  });
}

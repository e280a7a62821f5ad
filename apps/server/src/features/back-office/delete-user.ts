import { AppError } from "../../core/app-error.ts";
import { insertAuditEvent, type AuditActor } from "../../core/audit/store.ts";
import { deleteSessionsOf } from "../../core/identity/store.ts";
import { lockAccounts, readMoneyLeft } from "../../core/investors/money-left-store.ts";
import type { BackOfficeDeps } from "./back-office-deps.ts";
import { listDeletionObstacles } from "./list-deletion-obstacles.ts";
import { closeAccounts, erasePersonalData } from "./erasure-store.ts";
import { requireManageableUser } from "./user-access.ts";
import { lockUserRow } from "./store.ts";

/**
 * Deletes a user who holds nothing: personal data and documents are erased, sessions end, the ledger stays. Records of
 * deposits and payouts stay with it, under a name that belongs to nobody.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator · CONFLICT they hold money, or something is pending
 */
export async function deleteUser(deps: BackOfficeDeps, input: { admin: AuditActor; userId: string }): Promise<void> {
  const { admin, userId } = input;
  await deps.sql.begin(async (tx) => {
    // In the door's order, accounts before anything else: neither ever waits for the other in a circle.
    await lockAccounts(tx, userId);
    const user = requireManageableUser(await lockUserRow(tx, userId), admin.id);
    const obstacles = listDeletionObstacles(await readMoneyLeft(tx, userId));
    if (obstacles.length > 0) throw new AppError("CONFLICT", obstacles.join(" "));
    await closeAccounts(tx, userId);
    await erasePersonalData(tx, userId);
    await deleteSessionsOf(tx, userId);
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "user.delete",
      subjectType: "user",
      subjectId: userId,
      before: { isActive: user.isActive, kycStatus: user.kycStatus },
      after: { deleted: true },
      address: admin.address,
    });
    // Last: where it breaks off nothing of the above has happened, and the same call again finishes it. On this connection:
    // deletions that wait for each other's locks would otherwise hold every other one.
    await deps.eraseDocuments(tx, userId);
  });
}

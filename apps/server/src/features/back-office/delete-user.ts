import { AppError } from "../../core/app-error.ts";
import { insertAuditRow, type Actor } from "../../core/audit/store.ts";
import { deleteSessionsOf } from "../../core/identity/store.ts";
import type { BackOfficeDeps } from "./back-office-deps.ts";
import { closeAccounts, erasePersonalData, holdsMoney, lockAccounts } from "./erasure-store.ts";
import { requireManaged } from "./managed-user.ts";
import { lockUser, readUserCounts } from "./store.ts";

/**
 * Deletes a user who holds nothing: personal data and documents are erased, sessions end, the ledger stays. Records of
 * deposits and payouts stay with it, under a name that belongs to nobody.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator · CONFLICT they hold money, or something is pending
 */
export async function deleteUser(deps: BackOfficeDeps, input: { admin: Actor; userId: string }): Promise<void> {
  const { admin, userId } = input;
  await deps.sql.begin(async (tx) => {
    // In the door's order, accounts before anything else: neither ever waits for the other in a circle.
    await lockAccounts(tx, userId);
    const user = requireManaged(await lockUser(tx, userId), admin.id);
    if (await holdsMoney(tx, userId)) {
      throw new AppError("CONFLICT", "This user still holds money. Deactivate them and let them withdraw it first.");
    }
    const now = deps.now();
    const { deposits, withdrawals, verifications } = await readUserCounts(tx, userId, now, now);
    if (deposits + withdrawals + verifications > 0) {
      throw new AppError(
        "CONFLICT",
        "Something of this user's is still pending: a deposit, withdrawal or verification.",
      );
    }
    await closeAccounts(tx, userId);
    await erasePersonalData(tx, userId);
    await deleteSessionsOf(tx, userId);
    await insertAuditRow(tx, {
      actorId: admin.id,
      action: "user.delete",
      subjectType: "user",
      subjectId: userId,
      before: { isActive: user.is_active, kycStatus: user.kyc_status },
      after: { deleted: true },
      address: admin.address,
    });
    // Last: where it breaks off nothing of the above has happened, and the same call again finishes it. On this connection:
    // deletions that wait for each other's locks would otherwise hold every other one.
    await deps.eraseDocuments(tx, userId);
  });
}

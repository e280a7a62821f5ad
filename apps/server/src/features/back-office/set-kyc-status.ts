import type { AdminUser } from "@wazi/contracts";
import { insertAuditRow, type Actor } from "../../core/audit/store.ts";
import { withFigures } from "./admin-user.ts";
import type { BackOfficeDeps } from "./back-office-deps.ts";
import { requireManaged } from "./managed-user.ts";
import { lockUser, updateKycStatus, withdrawApproval } from "./store.ts";

/**
 * Sets the status of a user's identity check directly, whatever was submitted. Away from approved, documents that were
 * approved no longer stand in the way of others.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator
 */
export async function setKycStatus(
  deps: BackOfficeDeps,
  input: { admin: Actor; userId: string; kycStatus: AdminUser["kycStatus"] },
): Promise<AdminUser> {
  const { admin, userId, kycStatus } = input;
  const user = await deps.sql.begin(async (tx) => {
    const found = requireManaged(await lockUser(tx, userId), admin.id);
    await updateKycStatus(tx, userId, kycStatus);
    if (kycStatus !== "approved") await withdrawApproval(tx, userId, admin.id);
    await insertAuditRow(tx, {
      actorId: admin.id,
      action: "user.set-kyc-status",
      subjectType: "user",
      subjectId: userId,
      before: { kycStatus: found.kyc_status },
      after: { kycStatus },
      address: admin.address,
    });
    return { ...found, kyc_status: kycStatus };
  });
  return withFigures(deps, user);
}

import type { AdminUser } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { formatActorAndTime } from "../../core/audit/actor-and-time.ts";
import { insertAuditEvent, type AuditActor } from "../../core/audit/store.ts";
import type { Tx } from "../../db/pool.ts";
import { readAdminUser } from "./read-admin-users.ts";
import type { BackOfficeDeps } from "./back-office-deps.ts";
import { requireManageableUser } from "./user-access.ts";
import { findLastKycDecision, lockUserRow, updateKycStatus, withdrawApproval, type UserRow } from "./store.ts";

interface KycInput {
  admin: AuditActor;
  userId: string;
  kycStatus: AdminUser["kycStatus"];
  /** What the administrator had before their eyes, where the request says so. */
  expected?: AdminUser["kycStatus"] | undefined;
}

/**
 * Sets the status of a user's identity check directly, whatever was submitted. Away from approved, documents that were
 * approved no longer stand in the way of others. To the status that it has already, nothing is done or written down.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator · CONFLICT it is not what was expected
 */
export async function setKycStatus(deps: BackOfficeDeps, input: KycInput): Promise<AdminUser> {
  const { admin, userId, kycStatus, expected = null } = input;
  const user = await deps.sql.begin(async (tx) => {
    const found = requireManageableUser(await lockUserRow(tx, userId), admin.id);
    if (expected !== null && expected !== found.kycStatus) throw await buildConflict(tx, found, expected);
    if (kycStatus === found.kycStatus) return found;
    await updateKycStatus(tx, userId, kycStatus);
    if (kycStatus !== "approved") await withdrawApproval(tx, userId, admin.id);
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "user.set-kyc-status",
      subjectType: "user",
      subjectId: userId,
      before: { kycStatus: found.kycStatus },
      after: { kycStatus },
      address: admin.address,
    });
    return { ...found, kycStatus };
  });
  return readAdminUser(deps, user);
}

async function buildConflict(tx: Tx, found: UserRow, expected: UserRow["kycStatus"]): Promise<AppError> {
  const last = await findLastKycDecision(tx, found.id);
  // After a rejection their own new documents make it pending again: then it was nobody's decision.
  const setBy = last?.kycStatus === found.kycStatus ? `, set${formatActorAndTime(last)}` : "";
  const message = `The KYC status is ${found.kycStatus} by now${setBy}, and no longer ${expected}. Please look again.`;
  return new AppError("CONFLICT", message);
}

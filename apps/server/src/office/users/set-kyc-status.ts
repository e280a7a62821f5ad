import type { AdminUser } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { formatActorAndTime, UNKNOWN_ACTOR, insertAuditEvent, type AuditActor } from "../../record/api.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { readAdminUser } from "./read-admin-users.ts";
import type { BackOfficeDeps } from "./delete-user.ts";
import { requireManageableUser } from "./user-access.ts";
import { findLastKycDecision, lockUserRow, updateKycStatus, withdrawApproval, type UserRow } from "./store.ts";
import * as texts from "../../messages/office.ts";

interface KycInput {
  admin: AuditActor;
  userId: string;
  kycStatus: AdminUser["kycStatus"];
  /** The status that the administrator saw, if the request contains it. */
  expected?: AdminUser["kycStatus"] | undefined;
}

/**
 * Sets a user's KYC status directly, independent of submitted documents. A status other than approved withdraws the approval
 * of documents, so that new ones can be submitted. An unchanged status is neither saved nor logged.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator · CONFLICT the status has changed
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
  // New documents after a rejection make it pending again, which no administrator decided.
  const isSet = last?.kycStatus === found.kycStatus;
  const actor = formatActorAndTime(isSet ? last : UNKNOWN_ACTOR);
  const message = texts.kycStatusChanged({ status: found.kycStatus, expected, isSet: isSet ? "yes" : "no", ...actor });
  return new AppError("CONFLICT", message);
}

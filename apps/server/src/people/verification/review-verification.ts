import type { AdminVerification, BodyOf, reviewVerification as call } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { formatActorAndTime, insertAuditEvent, type ActingAdministrator } from "../../record/api.ts";
import type { Sql, Tx } from "../../platform/db/pool.ts";
import {
  toAdminVerification,
  findVerificationWithOwner,
  lockUser,
  settleVerification,
  type OwnedVerificationRow,
} from "./store.ts";
import * as texts from "../../messages/people.ts";

/**
 * Approves a pending verification or rejects it with a reason, and sets the user's kycStatus to match.
 * @throws AppError NOT_FOUND · FORBIDDEN the administrator's own documents · CONFLICT no longer pending
 */
export async function reviewVerification(
  deps: { sql: Sql; now: () => Date },
  input: { admin: ActingAdministrator; verificationId: string; review: BodyOf<typeof call> },
): Promise<AdminVerification> {
  const { admin, verificationId } = input;
  const { status, rejectionReason } = input.review;
  const reason = status === "rejected" ? (rejectionReason ?? null) : null;
  const now = deps.now();
  const before = await findVerificationWithOwner(deps.sql, verificationId);
  if (before === null) throw new AppError("NOT_FOUND", texts.verificationNotFound);
  if (before.userId === admin.id) throw new AppError("FORBIDDEN", texts.verificationOwn);
  await deps.sql.begin(async (tx) => {
    await lockUser(tx, before.userId);
    if (!(await settleVerification(tx, before, { status, reason, reviewerId: admin.id, now }))) {
      throw await noLongerPending(tx, verificationId);
    }
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "verification.review",
      subjectType: "verification",
      subjectId: verificationId,
      before: { status: "pending" },
      after: { status, rejectionReason: reason },
      address: admin.address,
    });
  });
  const after: OwnedVerificationRow = {
    ...before,
    status,
    rejectionReason: reason,
    reviewedAt: now,
    reviewer: admin.person,
  };
  return toAdminVerification(after);
}

async function noLongerPending(tx: Tx, id: string): Promise<AppError> {
  const row = await findVerificationWithOwner(tx, id);
  const actor = formatActorAndTime({ person: row?.reviewer ?? null, at: row?.reviewedAt ?? null });
  const message = texts.verificationDecided({ isSet: row ? "yes" : "no", status: row?.status ?? "", ...actor });
  return new AppError("CONFLICT", message);
}

import type { DeactivatedUser } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import {
  formatActorAndTime,
  findLastAuditEvent,
  insertAuditEvent,
  type AuditActor,
  queueMail,
} from "../../record/api.ts";
import { beginCall, storeAnswer, type RequestKey } from "../../ledger/api.ts";
import { deleteUserSessions } from "../../people/api.ts";
import { closeUserPositions } from "../../investing/api.ts";
import { readAdminUser } from "./read-admin-users.ts";
import type { BackOfficeDeps } from "./delete-user.ts";
import { requireManageableUser } from "./user-access.ts";
import { hasActivePositions, lockUserRow, updateActive, type UserRow } from "./store.ts";
import * as texts from "../../messages/office.ts";

interface DeactivateInput {
  admin: AuditActor;
  userId: string;
  reason: string | null;
  requestKey: RequestKey | null;
}

/**
 * Deactivates a user: they can only read and withdraw, their sessions end, and their positions are closed. The user is
 * deactivated first, so a repeated call closes positions that a failure left open. Exits without a fresh price wait for
 * one; the answer lists their bots.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator · CONFLICT already deactivated without open positions
 */
export async function deactivateUser(
  deps: BackOfficeDeps,
  input: DeactivateInput,
): Promise<{ status: 200; body: DeactivatedUser }> {
  const { admin, userId, reason, requestKey } = input;
  const user = await endAccess(deps, input);
  const waitingBotIds = await closeUserPositions(deps, { userId, actorId: admin.id, reason });
  const body: DeactivatedUser = { ...(await readAdminUser(deps, user)), waitingBotIds };
  // Several operations share no commit that could store the answer. A key whose process died continues its call.
  if (requestKey) await storeAnswer(deps.sql, requestKey, 200, JSON.stringify(body));
  return { status: 200, body };
}

function endAccess(deps: BackOfficeDeps, { admin, userId, reason, requestKey }: DeactivateInput): Promise<UserRow> {
  return deps.sql.begin(async (tx) => {
    const user = requireManageableUser(await lockUserRow(tx, userId), admin.id);
    const isContinued = requestKey !== null && (await beginCall(tx, requestKey));
    if (!user.isActive) {
      if (isContinued || (await hasActivePositions(tx, userId))) return user;
      const last = await findLastAuditEvent(tx, userId, ["user.deactivate"]);
      const message = last ? texts.userDeactivatedBy(formatActorAndTime(last)) : texts.userDeactivated;
      throw new AppError("CONFLICT", message);
    }
    await updateActive(tx, userId, false, reason);
    await deleteUserSessions(tx, userId);
    if (reason) await queueMail(tx, userId, "account-deactivated", { reason });
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "user.deactivate",
      subjectType: "user",
      subjectId: userId,
      before: { isActive: true },
      after: { isActive: false, reason },
      address: admin.address,
    });
    return { ...user, isActive: false };
  });
}

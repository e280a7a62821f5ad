import type { AdminUser } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import {
  formatActorAndTime,
  UNKNOWN_ACTOR,
  findLastAuditEvent,
  insertAuditEvent,
  type AuditActor,
  queueMail,
} from "../../record/api.ts";
import { readAdminUser } from "./read-admin-users.ts";
import type { BackOfficeDeps } from "./delete-user.ts";
import { requireManageableUser } from "./user-access.ts";
import { lockUserRow, updateActive } from "./store.ts";
import * as texts from "../../messages/office.ts";

/**
 * Undoes a deactivation. Positions that it closed stay closed.
 * @throws AppError NOT_FOUND · FORBIDDEN an administrator · CONFLICT already active
 */
export async function activateUser(
  deps: BackOfficeDeps,
  input: { admin: AuditActor; userId: string },
): Promise<AdminUser> {
  const { admin, userId } = input;
  const user = await deps.sql.begin(async (tx) => {
    const found = requireManageableUser(await lockUserRow(tx, userId), admin.id);
    if (found.isActive) {
      const last = await findLastAuditEvent(tx, userId, ["user.activate", "user.deactivate"]);
      const isSet = last?.action === "user.activate";
      const actor = formatActorAndTime(isSet ? last : UNKNOWN_ACTOR);
      throw new AppError("CONFLICT", texts.userActivated({ isSet: isSet ? "yes" : "no", ...actor }));
    }
    await updateActive(tx, userId, true, null);
    await queueMail(tx, userId, "account-activated", {});
    await insertAuditEvent(tx, {
      actorId: admin.id,
      action: "user.activate",
      subjectType: "user",
      subjectId: userId,
      before: { isActive: false },
      after: { isActive: true },
      address: admin.address,
    });
    return { ...found, isActive: true };
  });
  return readAdminUser(deps, user);
}

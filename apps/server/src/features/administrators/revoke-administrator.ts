import { AppError } from "../../core/app-error.ts";
import { insertAuditEvent } from "../../core/audit/store.ts";
import type { AdministratorDeps } from "./administrator-deps.ts";
import {
  refuseLastFull,
  requireAdministrator,
  requireFullRole,
  verifyRightsRequest,
  type RightsRequest,
} from "./rights-request.ts";
import { lockAdministrators, updateAdministrator } from "./store.ts";

/**
 * Makes an ordinary user of another administrator again: they stay signed in, and their next call of the back office is
 * refused.
 * @throws AppError FORBIDDEN oneself, wrong password, or no longer full oneself · NOT_FOUND · CONFLICT the last one with
 * all rights · RATE_LIMITED · BUSY
 */
export async function revokeAdministrator(
  deps: AdministratorDeps,
  input: { asking: RightsRequest; administratorId: string },
): Promise<void> {
  const { asking, administratorId } = input;
  if (administratorId === asking.admin.id) throw new AppError("FORBIDDEN", "Nobody takes away rights of their own");
  await verifyRightsRequest(deps, asking);
  await deps.sql.begin(async (tx) => {
    const locked = await lockAdministrators(tx);
    const row = requireAdministrator(locked, administratorId);
    refuseLastFull(locked, row);
    requireFullRole(locked, asking.admin.id);
    await updateAdministrator(tx, administratorId, null, deps.now());
    await insertAuditEvent(tx, {
      actorId: asking.admin.id,
      action: "administrator.unmake",
      subjectType: "user",
      subjectId: administratorId,
      before: { isAdmin: true, role: row.adminRole },
      after: { isAdmin: false },
      address: asking.address,
    });
  });
}

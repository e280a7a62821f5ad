import type { Administrator, AdminRole } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { insertAuditEvent } from "../../core/audit/store.ts";
import type { AdministratorDeps } from "./administrator-deps.ts";
import {
  formatAdministratorName,
  refuseLastFull,
  requireAdministrator,
  requireFullRole,
  verifyRightsRequest,
  type RightsRequest,
} from "./rights-request.ts";
import { toAdministrator, lockAdministrators, updateAdministrator } from "./store.ts";

/**
 * Gives another administrator another role, from their next request on.
 * @throws AppError FORBIDDEN one's own, wrong password, or no longer full oneself · NOT_FOUND · CONFLICT they have that
 * role already, or are the last with all rights · RATE_LIMITED · BUSY
 */
export async function changeAdministratorRole(
  deps: AdministratorDeps,
  input: { asking: RightsRequest; administratorId: string; role: AdminRole },
): Promise<Administrator> {
  const { asking, administratorId, role } = input;
  if (administratorId === asking.admin.id) throw new AppError("FORBIDDEN", "Nobody changes a role of their own");
  await verifyRightsRequest(deps, asking);
  return deps.sql.begin(async (tx) => {
    const locked = await lockAdministrators(tx);
    const row = requireAdministrator(locked, administratorId);
    if (row.adminRole !== role) refuseLastFull(locked, row);
    requireFullRole(locked, asking.admin.id);
    if (row.adminRole === role)
      throw new AppError("CONFLICT", `${formatAdministratorName(row)} has the role ${role} already.`);
    await updateAdministrator(tx, administratorId, role, deps.now());
    await insertAuditEvent(tx, {
      actorId: asking.admin.id,
      action: "administrator.role",
      subjectType: "user",
      subjectId: administratorId,
      before: { role: row.adminRole },
      after: { role },
      address: asking.address,
    });
    return toAdministrator({ ...row, adminRole: role });
  });
}

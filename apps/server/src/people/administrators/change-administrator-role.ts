import type { Administrator, AdminRole } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent } from "../../record/api.ts";
import {
  type AdministratorDeps,
  formatAdministratorName,
  refuseLastFull,
  requireAdministrator,
  requireFullRole,
  type RightsRequest,
  verifyRightsRequest,
} from "./rights-request.ts";
import { toAdministrator, lockAdministrators, updateAdministrator } from "./store.ts";
import * as texts from "../../messages/people.ts";

/**
 * Changes another administrator's role, effective with their next request.
 * @throws AppError FORBIDDEN own role, wrong password, or the caller lost full access · NOT_FOUND · CONFLICT same role, or the
 * last administrator with full access · RATE_LIMITED · BUSY
 */
export async function changeAdministratorRole(
  deps: AdministratorDeps,
  input: { asking: RightsRequest; administratorId: string; role: AdminRole },
): Promise<Administrator> {
  const { asking, administratorId, role } = input;
  if (administratorId === asking.admin.id) throw new AppError("FORBIDDEN", texts.roleOwn);
  await verifyRightsRequest(deps, asking);
  return deps.sql.begin(async (tx) => {
    const locked = await lockAdministrators(tx);
    const row = requireAdministrator(locked, administratorId);
    if (row.adminRole !== role) refuseLastFull(locked, row);
    requireFullRole(locked, asking.admin.id);
    if (row.adminRole === role)
      throw new AppError("CONFLICT", texts.roleUnchanged({ name: formatAdministratorName(row), role }));
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

import { type Administrator, type AdminRole, roleAllows, type WaitingAppointment } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent } from "../../record/api.ts";
import { giveRoleOrAsk, toEvent } from "./appointments.ts";
import {
  type AdministratorDeps,
  formatAdministratorName,
  refuseLastFull,
  requireAdministrator,
  requireFullRole,
  type RightsRequest,
  verifyRightsRequest,
} from "./rights-request.ts";
import { endAppointments, lockAdministrators, readEligibility, toAdministrator, updateAdministrator } from "./store.ts";
import * as texts from "../../messages/people.ts";

/**
 * Changes another administrator's role, effective with their next request. A role that newly gives the right to move money is an
 * appointment, which may wait for another administrator.
 * @throws AppError FORBIDDEN own role, wrong password, or the caller lost full access · NOT_FOUND · CONFLICT same role, the last
 * administrator with full access, or as `appointAdministrator` · RATE_LIMITED · BUSY
 */
export async function changeAdministratorRole(
  deps: AdministratorDeps,
  input: { asking: RightsRequest; administratorId: string; role: AdminRole },
): Promise<{ status: 200; body: Administrator } | { status: 202; body: WaitingAppointment }> {
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
    const admin = { id: asking.admin.id, address: asking.address };
    const now = deps.now();
    if (roleAllows(role, "money") && !roleAllows(row.adminRole, "money")) {
      const candidate = { ...row, isAdmin: true, isActive: true };
      const waiting = await giveRoleOrAsk(tx, deps.mode, { candidate, role, admin, now });
      if (waiting !== null) return { status: 202, body: waiting };
    } else {
      if (!roleAllows(role, "money")) await endAppointments(tx, administratorId, { now });
      await updateAdministrator(tx, administratorId, role, now);
      const event = toEvent(admin, "administrator.role", administratorId);
      await insertAuditEvent(tx, { ...event, before: { role: row.adminRole }, after: { role } });
    }
    const eligibility = await readEligibility(tx, administratorId, admin.id);
    return { status: 200, body: toAdministrator({ ...row, adminRole: role, ...eligibility }) };
  });
}

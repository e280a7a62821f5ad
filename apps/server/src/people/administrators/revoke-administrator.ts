import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent } from "../../record/api.ts";
import {
  type AdministratorDeps,
  refuseLastFull,
  requireAdministrator,
  requireFullRole,
  type RightsRequest,
  verifyRightsRequest,
} from "./rights-request.ts";
import { endAppointments, lockAdministrators, updateAdministrator } from "./store.ts";
import * as texts from "../../messages/people.ts";

/**
 * Turns another administrator back into an ordinary user. They stay signed in, but their next back-office call is refused.
 * @throws AppError FORBIDDEN the caller, wrong password, or the caller lost full access · NOT_FOUND · CONFLICT the last
 * administrator with full access · RATE_LIMITED · BUSY
 */
export async function revokeAdministrator(
  deps: AdministratorDeps,
  input: { asking: RightsRequest; administratorId: string },
): Promise<void> {
  const { asking, administratorId } = input;
  if (administratorId === asking.admin.id) throw new AppError("FORBIDDEN", texts.rightsOwn);
  await verifyRightsRequest(deps, asking);
  await deps.sql.begin(async (tx) => {
    const locked = await lockAdministrators(tx);
    const row = requireAdministrator(locked, administratorId);
    refuseLastFull(locked, row);
    requireFullRole(locked, asking.admin.id);
    const now = deps.now();
    await endAppointments(tx, administratorId, { now });
    await updateAdministrator(tx, administratorId, null, now);
    await insertAuditEvent(tx, {
      actorId: asking.admin.id,
      action: "administrator.revoke",
      subjectType: "user",
      subjectId: administratorId,
      before: { isAdmin: true, role: row.adminRole },
      after: { isAdmin: false },
      address: asking.address,
    });
  });
}

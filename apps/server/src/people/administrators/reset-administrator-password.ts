import { AppError } from "../../platform/base/app-error.ts";
import { sendPasswordReset } from "../identity/account-links.ts";
import { deleteUserSessions } from "../sessions/store.ts";
import type { AdministratorDeps } from "./rights-request.ts";
import { requireAdministrator, requireFullRole, verifyRightsRequest, type RightsRequest } from "./rights-request.ts";
import { lockAdministrators } from "./store.ts";
import * as texts from "../../messages/people.ts";

/**
 * Sends another administrator a link to set a new password, and ends their sessions. The link goes to their own address, so
 * that no administrator can sign in as another one.
 * @throws AppError FORBIDDEN the caller, wrong password, or the caller lost full access · NOT_FOUND · RATE_LIMITED · BUSY
 */
export async function resetAdministratorPassword(
  deps: AdministratorDeps,
  { asking, administratorId }: { asking: RightsRequest; administratorId: string },
): Promise<void> {
  if (administratorId === asking.admin.id) throw new AppError("FORBIDDEN", texts.passwordOwn);
  await verifyRightsRequest(deps, asking);
  await deps.sql.begin(async (tx) => {
    const locked = await lockAdministrators(tx);
    const row = requireAdministrator(locked, administratorId);
    requireFullRole(locked, asking.admin.id);
    await deleteUserSessions(tx, administratorId);
    const { address } = asking;
    await sendPasswordReset(tx, row, { actor: { id: asking.admin.id, address }, address, now: deps.now() });
  });
}

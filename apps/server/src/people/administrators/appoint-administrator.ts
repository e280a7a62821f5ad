import type { Administrator, AdminRole } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { insertAuditEvent } from "../../record/api.ts";
import { deleteUserSessions } from "../sessions/store.ts";
import { formatHeldMoney, formatPendingMoney } from "../erasure/erase-user.ts";
import { lockAccounts, readRemainingMoney } from "../erasure/store.ts";
import type { Tx } from "../../platform/db/pool.ts";
import {
  type AdministratorDeps,
  formatAdministratorName,
  requireFullRole,
  type RightsRequest,
  verifyRightsRequest,
} from "./rights-request.ts";
import {
  toAdministrator,
  findIdByEmail,
  lockAdministrators,
  lockCandidate,
  updateAdministrator,
  type CandidateRow,
} from "./store.ts";
import * as texts from "../../messages/people.ts";

/**
 * Appoints a user as administrator. The user must not hold money, so that no administrator decides on their own money. Their
 * sessions end, so they sign in again as administrator.
 * @throws AppError FORBIDDEN wrong password, or the caller lost full access · NOT_FOUND unknown e-mail · CONFLICT already an
 * administrator, deactivated, or with money · RATE_LIMITED · BUSY
 */
export async function appointAdministrator(
  deps: AdministratorDeps,
  input: { asking: RightsRequest; email: string; role: AdminRole },
): Promise<Administrator> {
  const { asking, email, role } = input;
  await verifyRightsRequest(deps, asking);
  return deps.sql.begin(async (tx) => {
    const userId = await findIdByEmail(tx, email);
    if (userId === null) throw buildUserNotFound();
    // The lock order of the ledger's door, accounts first, avoids deadlocks.
    await lockAccounts(tx, userId);
    requireFullRole(await lockAdministrators(tx), asking.admin.id);
    const candidate = await lockCandidate(tx, userId);
    if (!candidate) throw buildUserNotFound();
    await refuseIneligible(tx, candidate);
    await updateAdministrator(tx, userId, role, deps.now());
    const endedSessions = await deleteUserSessions(tx, userId);
    await insertAuditEvent(tx, {
      actorId: asking.admin.id,
      action: "administrator.make",
      subjectType: "user",
      subjectId: userId,
      before: { isAdmin: false },
      after: { isAdmin: true, role, endedSessions },
      address: asking.address,
    });
    return toAdministrator({ ...candidate, adminRole: role });
  });
}

function buildUserNotFound(): AppError {
  const message = texts.appointmentUserUnknown;
  return new AppError("NOT_FOUND", message, { fields: { email: message } });
}

async function refuseIneligible(tx: Tx, candidate: CandidateRow): Promise<void> {
  const name = formatAdministratorName(candidate);
  const refuse = (message: string): AppError => new AppError("CONFLICT", message, { fields: { email: message } });
  if (candidate.isAdmin) {
    throw refuse(texts.candidateIsAdministrator({ name, role: candidate.adminRole }));
  }
  if (!candidate.isActive) throw refuse(texts.candidateDeactivated({ name }));
  const left = await readRemainingMoney(tx, candidate.id);
  const reasons = [...formatHeldMoney(left), ...formatPendingMoney(left)];
  if (reasons.length === 0) return;
  throw refuse(texts.candidateWithMoney({ name, reasons: reasons.join(", ") }));
}

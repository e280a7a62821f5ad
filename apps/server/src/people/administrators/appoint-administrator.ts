import { type Administrator, type AdminRole, roleAllows, type WaitingAppointment } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { formatName } from "../../record/api.ts";
import { formatHeldMoney, formatPendingMoney } from "../erasure/erase-user.ts";
import { lockAccounts, readRemainingMoney } from "../erasure/store.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { giveRoleOrAsk } from "./appointments.ts";
import { type AdministratorDeps, requireFullRole, type RightsRequest, verifyRightsRequest } from "./rights-request.ts";
import {
  toAdministrator,
  findIdByEmail,
  lockAdministrators,
  lockCandidate,
  readEligibility,
  type CandidateRow,
} from "./store.ts";
import * as texts from "../../messages/people.ts";

/**
 * Appoints a user as administrator, or asks another administrator to confirm it. The user must not hold money, so that no
 * administrator decides on their own money. Their sessions end, so they sign in again as administrator.
 * @throws AppError FORBIDDEN wrong password, or the caller lost full access · NOT_FOUND unknown e-mail · CONFLICT already an
 * administrator, deactivated, with money, waiting, or in live mode without two who count as a second person · RATE_LIMITED · BUSY
 */
export async function appointAdministrator(
  deps: AdministratorDeps,
  input: { asking: RightsRequest; email: string; role: AdminRole },
): Promise<{ status: 201; body: Administrator } | { status: 202; body: WaitingAppointment }> {
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
    const obstacle = candidate.isAdmin
      ? describeAdministrator(candidate)
      : await findCandidateObstacle(tx, candidate, role);
    if (obstacle !== null) throw new AppError("CONFLICT", obstacle, { fields: { email: obstacle } });
    const admin = { id: asking.admin.id, address: asking.address };
    const waiting = await giveRoleOrAsk(tx, deps.mode, { candidate, role, admin, now: deps.now() });
    if (waiting !== null) return { status: 202, body: waiting };
    const eligibility = await readEligibility(tx, userId, admin.id);
    return { status: 201, body: toAdministrator({ ...candidate, adminRole: role, ...eligibility }) };
  });
}

function buildUserNotFound(): AppError {
  const message = texts.appointmentUserUnknown;
  return new AppError("NOT_FOUND", message, { fields: { email: message } });
}

const describeAdministrator = (candidate: CandidateRow): string =>
  texts.candidateIsAdministrator({ name: formatName(candidate), role: candidate.adminRole });

/**
 * Why this user cannot be given the role; null if they can. An administrator can be given one that newly lets them move money. Call it
 * with the locks of `lockAccounts` and `lockCandidate`.
 */
export async function findCandidateObstacle(tx: Tx, candidate: CandidateRow, role: AdminRole): Promise<string | null> {
  const name = formatName(candidate);
  if (candidate.isAdmin) {
    const gains = roleAllows(role, "money") && (await readEligibility(tx, candidate.id, null)).eligibleFrom === null;
    return gains ? null : describeAdministrator(candidate);
  }
  if (!candidate.isActive) return texts.candidateDeactivated({ name });
  const left = await readRemainingMoney(tx, candidate.id);
  const reasons = [...formatHeldMoney(left), ...formatPendingMoney(left)];
  return reasons.length === 0 ? null : texts.candidateWithMoney({ name, reasons: reasons.join(", ") });
}

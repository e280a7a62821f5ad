import type { Administrator, AdminRole } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { insertAuditEvent } from "../../core/audit/store.ts";
import { deleteSessionsOf } from "../../core/identity/store.ts";
import { heldMoneyInWords, waitingMoneyInWords } from "../../core/investors/money-left.ts";
import { lockAccounts, readMoneyLeft } from "../../core/investors/money-left-store.ts";
import type { Tx } from "../../db/pool.ts";
import type { AdministratorDeps } from "./administrator-deps.ts";
import { formatAdministratorName, requireFullRole, verifyRightsRequest, type RightsRequest } from "./rights-request.ts";
import {
  toAdministrator,
  findIdByEmail,
  lockAdministrators,
  lockCandidate,
  updateAdministrator,
  type CandidateRow,
} from "./store.ts";

/**
 * Makes an administrator of somebody who has signed up. They hold no money here: nobody decides on what is their own.
 * Their sessions end, so that the first thing an administrator does is to sign in.
 * @throws AppError FORBIDDEN wrong password, or no longer full oneself · NOT_FOUND nobody with this e-mail · CONFLICT an
 * administrator already, deactivated, or with money · RATE_LIMITED · BUSY
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
    // In the door's order, accounts before anything else: neither ever waits for the other in a circle.
    await lockAccounts(tx, userId);
    requireFullRole(await lockAdministrators(tx), asking.admin.id);
    const candidate = await lockCandidate(tx, userId);
    if (!candidate) throw buildUserNotFound();
    await refuseIneligible(tx, candidate);
    await updateAdministrator(tx, userId, role, deps.now());
    const endedSessions = await deleteSessionsOf(tx, userId);
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
  const message = "Nobody has signed up with this e-mail";
  return new AppError("NOT_FOUND", message, { fields: { email: message } });
}

async function refuseIneligible(tx: Tx, candidate: CandidateRow): Promise<void> {
  const name = formatAdministratorName(candidate);
  const refuse = (message: string): AppError => new AppError("CONFLICT", message, { fields: { email: message } });
  if (candidate.isAdmin) throw refuse(`${name} is an administrator already, with the role ${candidate.adminRole}.`);
  if (!candidate.isActive) throw refuse(`${name} is deactivated. Activate them first.`);
  const left = await readMoneyLeft(tx, candidate.id);
  const reasons = [...heldMoneyInWords(left), ...waitingMoneyInWords(left)];
  if (reasons.length === 0) return;
  throw refuse(
    `${name} has money here: ${reasons.join(", ")}. Who becomes an administrator has none: let them withdraw it first.`,
  );
}

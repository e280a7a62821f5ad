import type { AdminRole } from "@wazi/contracts";
import type { Sql } from "../../platform/db/pool.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { formatName } from "../../record/api.ts";
import { lockAccounts } from "../erasure/store.ts";
import { findCandidateObstacle } from "./appoint-administrator.ts";
import { giveRole } from "./appointments.ts";
import { findIdByEmail, lockAdministrators, lockCandidate, readEligibility } from "./store.ts";
import * as texts from "../../messages/people.ts";

/**
 * Appoints a registered user, or gives an administrator a role with the right to move money, on the command line of the machine: without
 * a second person. They count as one after 72 hours.
 * @returns their name and from when they count as a second person; null with another role
 * @throws StartError with the refusals of an appointment in the browser
 */
export function appointByMachine(
  { sql, now: clock }: { sql: Sql; now: () => Date },
  { email, role }: { email: string; role: AdminRole },
): Promise<{ name: string; eligibleFrom: Date | null }> {
  return sql.begin(async (tx) => {
    const now = clock();
    const userId = await findIdByEmail(tx, email);
    if (userId === null) throw new StartError(texts.appointmentUserUnknown);
    await lockAccounts(tx, userId);
    await lockAdministrators(tx);
    const candidate = await lockCandidate(tx, userId);
    if (candidate === null) throw new StartError(texts.appointmentUserUnknown);
    const obstacle = await findCandidateObstacle(tx, candidate, role);
    if (obstacle !== null) throw new StartError(obstacle);
    await giveRole(tx, { candidate, role, admin: null, now, appointment: { askedBy: null } });
    const { eligibleFrom } = await readEligibility(tx, userId, null);
    return { name: formatName(candidate), eligibleFrom };
  });
}

import type { AnswerOf, listAppointments as listCall } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import type { Sql, Tx } from "../../platform/db/pool.ts";
import { requireSecond } from "../../ledger/api.ts";
import { formatName, insertAuditEvent } from "../../record/api.ts";
import { lockAccounts } from "../erasure/store.ts";
import { findCandidateObstacle } from "./appoint-administrator.ts";
import { giveRole, isAloneInDemo, toAppointment, toEvent, toMoment } from "./appointments.ts";
import { type AdministratorDeps, requireFullRole, type RightsRequest, verifyRightsRequest } from "./rights-request.ts";
import {
  type AppointmentRow,
  countEligible,
  endAppointments,
  findOpenAppointment,
  listOpenAppointments,
  listSharedTraces,
  lockAdministrators,
  lockCandidate,
  markAgreed,
} from "./store.ts";
import * as texts from "../../messages/people.ts";

export async function readAppointments({
  sql,
  mode,
  now: clock,
}: {
  sql: Sql;
  mode: "demo" | "live";
  now: () => Date;
}): Promise<AnswerOf<typeof listCall>> {
  const now = clock();
  const [rows, { all, eligible }] = await Promise.all([
    listOpenAppointments(sql, toMoment(now)),
    countEligible(sql, now),
  ]);
  const shared = await listSharedTraces(
    sql,
    rows.flatMap(({ askedBy, administratorId }) => [askedBy, administratorId]),
  );
  return { items: rows.map(toAppointment), isAlone: isAloneInDemo(mode, all), eligible, shared };
}

/**
 * Confirms an appointment that another administrator asked for, and gives the role; or declines it. One that is in force can be
 * confirmed by a third administrator.
 * @throws AppError NOT_FOUND unknown, decided or expired · FORBIDDEN wrong password, one's own, appointed by the one who asked, or not
 * yet a second person · CONFLICT the candidate has money now, or the one who asked lost full access · RATE_LIMITED · BUSY
 */
export async function decideAppointment(
  deps: AdministratorDeps,
  { asking, id, decision }: { asking: RightsRequest; id: string; decision: "confirm" | "decline" },
): Promise<void> {
  await verifyRightsRequest(deps, asking);
  await deps.sql.begin(async (tx) => {
    const now = deps.now();
    const admin = { id: asking.admin.id, address: asking.address };
    const { administratorId: candidateId } = await requireOpen(tx, id, now);
    // As at an appointment: accounts first, then administrators.
    await lockAccounts(tx, candidateId);
    const locked = await lockAdministrators(tx);
    requireFullRole(locked, admin.id);
    const candidate = await lockCandidate(tx, candidateId);
    const open = await requireOpen(tx, id, now);
    if (decision === "decline") return decline(tx, open, admin, now);
    await refuseConfirmer(tx, open, admin.id, now);
    if (open.confirmedAt !== null) {
      await markAgreed(tx, id, admin.id, now);
      return insertAuditEvent(tx, {
        ...toEvent(admin, "administrator.agree", candidateId),
        after: { appointmentId: id },
      });
    }
    if (!locked.some((each) => each.id === open.askedBy && each.adminRole === "full")) {
      throw new AppError("CONFLICT", texts.appointmentAskerWithoutRight({ name: formatName(open.asker) }));
    }
    const obstacle =
      candidate === null ? texts.appointmentNotFound : await findCandidateObstacle(tx, candidate, open.role);
    if (candidate === null || obstacle !== null) throw new AppError("CONFLICT", obstacle ?? texts.appointmentNotFound);
    await giveRole(tx, { candidate, role: open.role, admin, now, appointment: { id, askedBy: open.askedBy } });
  });
}

async function requireOpen(tx: Tx, id: string, now: Date): Promise<AppointmentRow> {
  const open = await findOpenAppointment(tx, id, toMoment(now));
  if (open === null) throw new AppError("NOT_FOUND", texts.appointmentNotFound);
  return open;
}

async function decline(
  tx: Tx,
  { id, administratorId, confirmedAt, role, askedBy }: AppointmentRow,
  admin: { id: string; address: string | null },
  now: Date,
): Promise<void> {
  if (confirmedAt !== null) throw new AppError("NOT_FOUND", texts.appointmentNotFound);
  await endAppointments(tx, administratorId, { only: "waiting", by: admin.id, now });
  await insertAuditEvent(tx, {
    ...toEvent(admin, "administrator.decline", administratorId),
    after: { role, askedBy, appointmentId: id },
  });
}

async function refuseConfirmer(tx: Tx, open: AppointmentRow, adminId: string, now: Date): Promise<void> {
  if (open.confirmers.some(({ id }) => id === adminId)) return;
  if (open.askedBy === adminId) throw new AppError("FORBIDDEN", texts.appointmentOwn);
  await requireSecond(tx, { second: adminId, first: open.askedBy, now });
  if (open.confirmedAt !== null) throw new AppError("CONFLICT", texts.appointmentAgreedAlready);
  throw new AppError("FORBIDDEN", texts.appointmentByOwnAppointer({ name: formatName(open.asker) }));
}

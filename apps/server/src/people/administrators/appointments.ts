import { type AdminRole, APPOINTMENT_HOURS, type Appointment, HOUR_MS, type WaitingAppointment } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { type AuditActor, formatName, insertAuditEvent } from "../../record/api.ts";
import { deleteUserSessions } from "../sessions/store.ts";
import {
  type AppointmentRow,
  type CandidateRow,
  countEligible,
  endAppointments,
  findOpenAppointment,
  findWaitingAppointment,
  insertAppointment,
  markConfirmed,
  updateAdministrator,
} from "./store.ts";
import * as texts from "../../messages/people.ts";

const WAIT_MS = APPOINTMENT_HOURS * HOUR_MS;

/** The moment of a decision: appointments that wait since before `since` have ended. */
export const toMoment = (now: Date): { now: Date; since: Date } => ({ now, since: new Date(now.getTime() - WAIT_MS) });

/** True in a demo with one administrator, who appoints alone. */
export const isAloneInDemo = (mode: "demo" | "live", administrators: number): boolean =>
  mode === "demo" && administrators <= 1;

interface Asked {
  candidate: CandidateRow;
  role: AdminRole;
  admin: AuditActor;
  now: Date;
}

/**
 * Gives the role at once in a demo with one administrator. Else the appointment waits for another one.
 * @returns null when the role was given
 * @throws AppError CONFLICT live mode without two who count as a second person, or the candidate waits already
 */
export async function giveRoleOrAsk(
  tx: Tx,
  mode: "demo" | "live",
  { candidate, role, admin, now }: Asked,
): Promise<WaitingAppointment | null> {
  const { all, eligible } = await countEligible(tx, now);
  if (isAloneInDemo(mode, all)) {
    await giveRole(tx, { candidate, role, admin, now, appointment: { askedBy: admin.id } });
    return null;
  }
  const { id: administratorId, email } = candidate;
  if (mode === "live" && eligible < 2) throw new AppError("CONFLICT", texts.appointmentByCommand({ email, role }));
  const name = formatName(candidate);
  const moment = toMoment(now);
  if ((await findWaitingAppointment(tx, administratorId, moment.since)) !== null) {
    throw new AppError("CONFLICT", texts.appointmentWaiting({ name }));
  }
  await endAppointments(tx, administratorId, { only: "waiting", now });
  const id = await insertAppointment(tx, { administratorId, role, askedBy: admin.id, at: now, isConfirmed: false });
  await insertAuditEvent(tx, {
    ...toEvent(admin, "administrator.ask", administratorId),
    after: { role, appointmentId: id },
  });
  const open = await findOpenAppointment(tx, id, moment);
  if (open === null) throw new Error("the appointment was not found");
  const confirmers = open.confirmers.map(formatName).join(", ");
  const hasConfirmer = confirmers === "" ? "no" : "yes";
  const message = texts.appointmentWaits({ name, role, email, confirmers, hasConfirmer });
  return { appointment: toAppointment(open), message };
}

interface Given extends Omit<Asked, "admin"> {
  /** Null: the command line on the machine. */
  admin: AuditActor | null;
  /** A row that waited, or who asked for a new one; null for the machine. */
  appointment: { id: string; askedBy: string } | { askedBy: string | null };
}

/** Puts an appointment in force: the role is given, earlier appointments end, and sessions of a new administrator too. */
export async function giveRole(tx: Tx, { candidate, role, admin, now, appointment }: Given): Promise<void> {
  const { id: administratorId, isAdmin, adminRole } = candidate;
  const { askedBy } = appointment;
  if ("id" in appointment && admin !== null) {
    await endAppointments(tx, administratorId, { only: "in-force", now });
    await markConfirmed(tx, appointment.id, admin.id, now);
  } else {
    await endAppointments(tx, administratorId, { now });
    await insertAppointment(tx, { administratorId, role, askedBy, at: now, isConfirmed: true });
  }
  await updateAdministrator(tx, administratorId, role, now);
  const endedSessions = isAdmin ? null : await deleteUserSessions(tx, administratorId);
  const asker = askedBy === (admin?.id ?? null) ? {} : { askedBy };
  await insertAuditEvent(tx, {
    ...toEvent(admin, isAdmin ? "administrator.role" : "administrator.make", administratorId),
    before: isAdmin ? { role: adminRole } : { isAdmin },
    after: isAdmin ? { role, ...asker } : { isAdmin: true, role, endedSessions, ...asker },
  });
}

/** @param admin null: the machine */
export const toEvent = (admin: AuditActor | null, action: string, subjectId: string) => ({
  actorId: admin?.id ?? null,
  action,
  subjectType: "user",
  subjectId,
  address: admin?.address ?? null,
});

export function toAppointment({ asker, askedBy, candidate, administratorId, ...row }: AppointmentRow): Appointment {
  const { id, role, askedAt, confirmedAt, confirmers } = row;
  return {
    id,
    candidate: { ...candidate, id: administratorId },
    role,
    askedBy: { ...asker, id: askedBy },
    askedAt: askedAt.toISOString(),
    expiresAt: confirmedAt === null ? new Date(askedAt.getTime() + WAIT_MS).toISOString() : null,
    confirmedAt: confirmedAt?.toISOString() ?? null,
    confirmers,
  };
}

import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { adminRoles } from "./admin-roles.ts";
import { defineCall } from "../call.ts";
import { messages } from "../messages.ts";
import { person } from "../person.ts";

const personWithId = z.extend(person, { id: z.uuid() });

export const administrator = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(adminRoles),
  createdAt: z.iso.datetime(),
  lastLoginAt: z.nullable(z.iso.datetime()),
  /** From when they count as a second person: for others' acts, and for the caller's. Null: not with this role. */
  eligibleFrom: z.nullable(z.iso.datetime()),
  eligibleWithYouFrom: z.nullable(z.iso.datetime()),
});
export type Administrator = z.infer<typeof administrator>;

/** Two administrators who used the same browser or network address in the last 30 days. */
export const sharedTrace = z.object({
  first: personWithId,
  second: personWithId,
  kinds: z.array(z.enum(["device", "address"])),
});
export type SharedTrace = z.infer<typeof sharedTrace>;

/** An appointment that waits for another administrator, or, with `confirmedAt`, for a third one to agree. */
export const appointment = z.object({
  id: z.uuid(),
  candidate: personWithId,
  role: z.enum(adminRoles),
  askedBy: personWithId,
  askedAt: z.iso.datetime(),
  /** It ends undecided at this time; null once it is confirmed. */
  expiresAt: z.nullable(z.iso.datetime()),
  confirmedAt: z.nullable(z.iso.datetime()),
  /** The administrators who may confirm it now. */
  confirmers: z.array(personWithId),
});
export type Appointment = z.infer<typeof appointment>;

/** An appointment after this number of hours without a decision ends. */
export const APPOINTMENT_HOURS = 72;

/** The answer when an appointment waits. No role was given. */
export const waitingAppointment = z.object({ appointment, message: z.string() });
export type WaitingAppointment = z.infer<typeof waitingAppointment>;

const id = z.object({ id: z.string() });
const role = z.enum(adminRoles, `role must be one of: ${adminRoles.join(", ")}`);
/** The caller's own password: an unattended session must not be enough to hand out rights. */
const password = z
  .string(messages.passwordRequired)
  .check(z.minLength(1, messages.passwordRequired), z.maxLength(1024, messages.wrongCurrentPassword));

/** Oldest first. */
export const listAdministrators = defineCall({
  method: "GET",
  path: "/api/admin/administrators",
  summary: "List all administrators with their roles",
  permission: "admin",
  answers: { 200: z.array(administrator) },
});

/**
 * Turns a user without money into an administrator and ends their sessions: at once in a demo with one administrator (201), else when
 * another one confirms it (202).
 */
export const appointAdministrator = defineCall({
  method: "POST",
  path: "/api/admin/administrators",
  summary: "Appoint a registered user without money as administrator",
  permission: "admin",
  ...acts.appointAdministrator,
  body: z.strictObject({
    email: z
      .string(messages.invalidEmail)
      .check(z.trim(), z.maxLength(254, messages.invalidEmail), z.email(messages.invalidEmail)),
    role,
    password,
  }),
  answers: { 201: administrator, 202: waitingAppointment },
  errors: ["NOT_FOUND", "CONFLICT", "RATE_LIMITED"],
});

/**
 * Refused for the caller's own role and for the last administrator with full access. A role that newly gives the right to move money is
 * an appointment, which waits like one (202).
 */
export const changeAdministratorRole = defineCall({
  method: "POST",
  path: "/api/admin/administrators/:id/role",
  summary: "Change the role of another administrator",
  permission: "admin",
  ...acts.changeAdministratorRole,
  params: id,
  body: z.strictObject({ role, password }),
  answers: { 200: administrator, 202: waitingAppointment },
  errors: ["CONFLICT", "RATE_LIMITED"],
});

/**
 * Takes effect with the next request of the former administrator. Refused for the caller and for the last administrator
 * with full access.
 */
export const revokeAdministrator = defineCall({
  method: "POST",
  path: "/api/admin/administrators/:id/revoke",
  summary: "Revoke the role of another administrator",
  permission: "admin",
  ...acts.revokeAdministrator,
  params: id,
  body: z.strictObject({ password }),
  answers: { 204: null },
  errors: ["CONFLICT", "RATE_LIMITED"],
});

/**
 * For an administrator who lost the password: ends their sessions and sends a link to their own address, which works for 24
 * hours. No one else sees the new password. Refused for the caller.
 */
export const resetAdministratorPassword = defineCall({
  method: "POST",
  path: "/api/admin/administrators/:id/reset-password",
  summary: "Send another administrator a link to set a new password",
  permission: "admin",
  ...acts.resetAdministratorPassword,
  params: id,
  body: z.strictObject({ password }),
  answers: { 204: null },
  errors: ["RATE_LIMITED"],
});

/** Those that wait, and those of the last 30 days that a third administrator can still agree to. At most 50, oldest first. */
export const listAppointments = defineCall({
  method: "GET",
  path: "/api/admin/appointments",
  summary: "List the appointments of administrators that wait for another one",
  permission: "admin",
  answers: {
    200: z.object({
      items: z.array(appointment),
      /** True in a demo with one administrator, who appoints alone. */
      isAlone: z.boolean(),
      /** Administrators who count as a second person now. */
      eligible: z.int(),
      shared: z.array(sharedTrace),
    }),
  },
});

/** For an administrator with full access who counts as a second person and was not appointed by the one who asked. */
export const confirmAppointment = defineCall({
  method: "POST",
  path: "/api/admin/appointments/:id/confirm",
  summary: "Confirm the appointment of an administrator",
  permission: "admin",
  ...acts.confirmAppointment,
  params: id,
  body: z.strictObject({ password }),
  answers: { 204: null },
  errors: ["CONFLICT", "RATE_LIMITED"],
});

/** Also takes back an appointment that the caller asked for. */
export const declineAppointment = defineCall({
  method: "POST",
  path: "/api/admin/appointments/:id/decline",
  summary: "Decline the appointment of an administrator",
  permission: "admin",
  ...acts.declineAppointment,
  params: id,
  body: z.strictObject({ password }),
  answers: { 204: null },
  errors: ["RATE_LIMITED"],
});

import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { adminRoles } from "./admin-roles.ts";
import { defineCall } from "../call.ts";
import { messages } from "../messages.ts";

export const administrator = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(adminRoles),
  createdAt: z.iso.datetime(),
  lastLoginAt: z.nullable(z.iso.datetime()),
});
export type Administrator = z.infer<typeof administrator>;

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

/** Turns a user without money into an administrator and ends their sessions. */
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
  answers: { 201: administrator },
  errors: ["NOT_FOUND", "CONFLICT", "RATE_LIMITED"],
});

/** Refused for the caller's own role and for the last administrator with full access. */
export const changeAdministratorRole = defineCall({
  method: "POST",
  path: "/api/admin/administrators/:id/role",
  summary: "Change the role of another administrator",
  permission: "admin",
  ...acts.changeAdministratorRole,
  params: id,
  body: z.strictObject({ role, password }),
  answers: { 200: administrator },
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

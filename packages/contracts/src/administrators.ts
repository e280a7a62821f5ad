import * as z from "zod/mini";
import { adminRoles } from "./admin-roles.ts";
import { defineCall } from "./call.ts";
import { messages } from "./messages.ts";

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
/** Of who asks: a session that was left open is not enough to hand out rights. */
const password = z
  .string(messages.passwordRequired)
  .check(z.minLength(1, messages.passwordRequired), z.maxLength(1024, messages.wrongCurrentPassword));

/** Everyone who may enter the back office, oldest first. */
export const listAdministrators = defineCall({
  method: "GET",
  path: "/api/admin/administrators",
  permission: "admin",
  answers: { 200: z.array(administrator) },
});

/** Makes an administrator of somebody who has signed up and holds no money. Their sessions end. */
export const appointAdministrator = defineCall({
  method: "POST",
  path: "/api/admin/administrators",
  permission: "admin",
  right: "manage",
  body: z.strictObject({
    email: z
      .string(messages.invalidEmail)
      .check(z.trim(), z.maxLength(254, messages.invalidEmail), z.email(messages.invalidEmail)),
    role,
    password,
  }),
  answers: { 201: administrator },
});

/** Never one's own, and never that of the last one with all rights. */
export const changeAdministratorRole = defineCall({
  method: "POST",
  path: "/api/admin/administrators/:id/role",
  permission: "admin",
  right: "manage",
  params: id,
  body: z.strictObject({ role, password }),
  answers: { 200: administrator },
});

/** They are an ordinary user again, from their next request on. Never oneself, and never the last one with all rights. */
export const revokeAdministrator = defineCall({
  method: "POST",
  path: "/api/admin/administrators/:id/unmake",
  permission: "admin",
  right: "manage",
  params: id,
  body: z.strictObject({ password }),
  answers: { 204: null },
});

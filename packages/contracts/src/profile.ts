import * as z from "zod/mini";
import { currentUser, nameField, passwordField, phoneField } from "./auth.ts";
import { defineCall } from "./call.ts";
import { messages } from "./messages.ts";

export const changeProfileBody = z.strictObject({
  firstName: nameField(messages.firstNameTooShort),
  lastName: nameField(messages.lastNameTooShort),
  phone: phoneField,
});

export const changeProfile = defineCall({
  method: "POST",
  path: "/api/user/profile",
  summary: "Change name and phone number",
  permission: "investor",
  body: changeProfileBody,
  answers: { 200: currentUser },
});

export const changePasswordBody = z
  .strictObject({
    currentPassword: z
      .string(messages.passwordRequired)
      .check(z.minLength(1, messages.passwordRequired), z.maxLength(1024, messages.wrongCurrentPassword)),
    newPassword: passwordField,
    confirmPassword: z.string(messages.confirmPasswordMissing).check(z.minLength(1, messages.confirmPasswordMissing)),
  })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      error: messages.passwordsDiffer,
      path: ["confirmPassword"],
    }),
    z.refine((form) => form.newPassword !== form.currentPassword, {
      error: messages.passwordUnchanged,
      path: ["newPassword"],
    }),
  );

/** Also open to restricted users: they can withdraw, so they must be able to protect their account. */
export const changePassword = defineCall({
  method: "POST",
  path: "/api/user/password",
  summary: "Change the password and end all other sessions",
  permission: "signed-in",
  openWithoutFactor: true,
  stepUp: "with-factor",
  body: changePasswordBody,
  /** Number of other sessions that were ended. */
  answers: { 200: z.object({ endedSessions: z.int() }) },
  errors: ["ACCOUNT_FROZEN", "CONFLICT", "RATE_LIMITED"],
});

export const ownSession = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  /** Precise to the minute. */
  lastUsedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Network address of the sign-in. */
  address: z.string(),
  userAgent: z.string(),
  /** True for the session that makes this request. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** Open sessions, last used first, at most 100. */
export const listOwnSessions = defineCall({
  method: "GET",
  path: "/api/user/sessions",
  summary: "List the signed-in user's sessions",
  permission: "signed-in",
  openWithoutFactor: true,
  answers: { 200: z.array(ownSession) },
});

export const endOwnSession = defineCall({
  method: "POST",
  path: "/api/user/sessions/:id/end",
  summary: "End one of the signed-in user's sessions",
  permission: "signed-in",
  openWithoutFactor: true,
  stepUp: "always",
  params: z.object({ id: z.string() }),
  answers: { 204: null },
});

export const endOtherSessions = defineCall({
  method: "POST",
  path: "/api/user/sessions/end-others",
  summary: "End all of the signed-in user's other sessions",
  permission: "signed-in",
  openWithoutFactor: true,
  stepUp: "always",
  answers: { 200: z.object({ endedSessions: z.int() }) },
});

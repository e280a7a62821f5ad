import * as z from "zod/mini";
import { emailField, passwordField } from "./accounts.ts";
import { defineCall } from "../call.ts";
import { HOUR_MS } from "@wazi/domain/durations";
import { messages } from "../messages.ts";

/** A signed token from a link in a mail. */
const token = z
  .string(messages.linkInvalid)
  .check(z.minLength(1, messages.linkInvalid), z.maxLength(200, messages.linkInvalid));

export const forgotPasswordBody = z.strictObject({ email: emailField });

/** Sends a link by mail. The answer is the same, after the same time, whether or not there is an account. */
export const forgotPassword = defineCall({
  method: "POST",
  path: "/api/auth/forgot-password",
  summary: "Send a link to reset the password",
  permission: "public",
  body: forgotPasswordBody,
  answers: { 204: null },
  errors: ["RATE_LIMITED"],
});

export const resetPasswordBody = z
  .strictObject({
    token,
    newPassword: passwordField,
    confirmPassword: z.string(messages.confirmPasswordMissing).check(z.minLength(1, messages.confirmPasswordMissing)),
  })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      error: messages.passwordsDiffer,
      path: ["confirmPassword"],
    }),
  );

/**
 * Sets a new password with a link from a mail, ends all sessions, and ends a freeze. It does not sign in: a second factor is
 * asked for at the next sign-in as always. 422 `LINK_INVALID` for a link that was used, has ended or was not made by us.
 */
export const resetPassword = defineCall({
  method: "POST",
  path: "/api/auth/reset-password",
  summary: "Set a new password with a link from a mail",
  permission: "public",
  body: resetPasswordBody,
  answers: { 204: null },
  errors: ["LINK_INVALID"],
});

/** Confirms that the account's e-mail address can be read by its owner. */
export const verifyEmail = defineCall({
  method: "POST",
  path: "/api/auth/verify-email",
  summary: "Confirm the account's e-mail address with a link from a mail",
  permission: "public",
  body: z.strictObject({ token }),
  answers: { 204: null },
  errors: ["LINK_INVALID"],
});

/** A change of the e-mail address waits this long for the old one, unless it or a second factor agrees. */
export const EMAIL_CHANGE_WAIT_MS = 72 * HOUR_MS;

/** Agrees to a change of the e-mail address with the link that the new or the old one got. */
export const confirmEmailChange = defineCall({
  method: "POST",
  path: "/api/auth/confirm-email-change",
  summary: "Agree to a new e-mail address with a link from a mail",
  permission: "public",
  body: z.strictObject({ token }),
  answers: {
    200: z.object({
      /** The new address. */
      email: z.string(),
      /** Null when it is the account's now. */
      waitsFor: z.nullable(z.enum(["new-address", "old-address"])),
      /** When it happens without an answer of the old address, once the new one has confirmed it. */
      happensAt: z.nullable(z.iso.datetime()),
    }),
  },
  errors: ["CONFLICT", "LINK_INVALID"],
});

/**
 * Stops a change of the e-mail address, or undoes it within 7 days, with the link that the old address got: the account has that
 * address again, all sessions end, later changes are void, and the account is frozen.
 */
export const undoEmailChange = defineCall({
  method: "POST",
  path: "/api/auth/undo-email-change",
  summary: "Undo a change of the e-mail address and freeze the account, with a link from a mail",
  permission: "public",
  body: z.strictObject({ token }),
  answers: { 204: null },
  errors: ["LINK_INVALID"],
});

/** Freezes the account with the link "This was not me" of a mail: all sessions end, and withdrawals wait. */
export const freezeAccount = defineCall({
  method: "POST",
  path: "/api/auth/freeze",
  summary: "Freeze the account with a link from a mail",
  permission: "public",
  body: z.strictObject({ token }),
  answers: { 204: null },
  errors: ["LINK_INVALID"],
});

/** The freeze of an account. Withdrawals can be requested, and are paid out after its end. */
export const accountFreeze = z.object({
  at: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** False for one by the owner. */
  byAdministrator: z.boolean(),
  /** As the administrator wrote it. */
  reason: z.nullable(z.string()),
});
export type AccountFreeze = z.infer<typeof accountFreeze>;

/**
 * The owner ends a freeze with a fresh proof; before it a password reset by e-mail, so that it takes more than the password;
 * or an administrator, because the e-mail address was changed and the old one can still undo that.
 */
export const freezeEndings = ["proof", "password-reset", "administrator"] as const;

const ownFreeze = z.extend(accountFreeze, { ownerNeeds: z.enum(freezeEndings) });
export type OwnFreeze = z.infer<typeof ownFreeze>;

export const getFreeze = defineCall({
  method: "GET",
  path: "/api/user/freeze",
  summary: "Get the freeze of the signed-in user's account, or null",
  permission: "signed-in",
  answers: { 200: z.nullable(ownFreeze) },
});

/**
 * As with the link of a mail: all sessions end, this one too, and only a password reset lets someone sign in again. `confirm` keeps a
 * call without a body from locking its caller out.
 */
export const freezeOwnAccount = defineCall({
  method: "POST",
  path: "/api/user/freeze",
  summary: "Freeze the signed-in user's account for 7 days",
  permission: "signed-in",
  body: z.strictObject({ confirm: z.literal("freeze", 'confirm must be "freeze"') }),
  answers: { 204: null },
});

/** Payouts go on, unless something else holds them; 409 without a freeze, and while more than a proof is needed. */
export const endOwnFreeze = defineCall({
  method: "POST",
  path: "/api/user/freeze/end",
  summary: "End the freeze of the signed-in user's account",
  permission: "signed-in",
  stepUp: "always",
  answers: { 204: null },
  errors: ["CONFLICT"],
});

/** Sends another link to confirm the account's address; 409 when it is confirmed already. */
export const sendVerification = defineCall({
  method: "POST",
  path: "/api/user/verify-email",
  summary: "Send another link to confirm the e-mail address",
  permission: "signed-in",
  answers: { 204: null },
  errors: ["CONFLICT", "RATE_LIMITED"],
});

export const changeEmailBody = z.strictObject({
  newEmail: emailField,
  currentPassword: z
    .string(messages.passwordRequired)
    .check(z.minLength(1, messages.passwordRequired), z.maxLength(1024, messages.wrongCurrentPassword)),
});

/**
 * Starts a change of the e-mail address: a link goes to the new one, and the current one is asked. It happens at once with a second
 * factor that was not changed in the last 72 hours.
 */
export const changeEmail = defineCall({
  method: "POST",
  path: "/api/user/email",
  summary: "Start a change of the e-mail address",
  permission: "signed-in",
  stepUp: "with-factor",
  body: changeEmailBody,
  answers: { 204: null },
  errors: ["CONFLICT", "RATE_LIMITED"],
});

/** Forgets a change of address that was not confirmed yet. */
export const cancelEmailChange = defineCall({
  method: "POST",
  path: "/api/user/email/cancel",
  summary: "Forget a change of the e-mail address that is not confirmed",
  permission: "signed-in",
  answers: { 204: null },
});

import * as z from "zod/mini";
import { birthdayField, countryField, currentUser, nameField, passwordField, phoneField } from "./accounts.ts";
import { defineCall } from "../call.ts";
import { messages } from "../messages.ts";
import { markets, riskTolerances } from "../lists.ts";

interface ProfileFieldRules {
  /** The accepted value of a change. */
  input: z.ZodMiniType;
  answer: z.ZodMiniType;
  /** The value that erasing the account leaves. */
  erased: string | boolean | null;
  /** True if identity documents say it, so that it cannot be changed once they are approved. */
  isVerified?: true;
}

/**
 * The fields of the profile besides name and phone number, in the order of the screen. The calls, the columns of `users` (in
 * snake case), what erasing an account leaves, and the inputs follow from it. How the screen asks for a field is in
 * apps/web/src/content/profile-fields.ts.
 */
export const profileFields = {
  country: { input: countryField, answer: z.string(), erased: "", isVerified: true },
  /** YYYY-MM-DD; null for the first administrator. */
  birthday: { input: birthdayField, answer: z.nullable(z.string()), erased: null, isVerified: true },
  preferredMarket: { input: z.nullable(z.enum(markets)), answer: z.nullable(z.enum(markets)), erased: null },
  riskTolerance: {
    input: z.nullable(z.enum(riskTolerances)),
    answer: z.nullable(z.enum(riskTolerances)),
    erased: null,
  },
  marketingOptIn: { input: z.boolean(), answer: z.boolean(), erased: false },
} satisfies Record<string, ProfileFieldRules>;

export type ProfileField = keyof typeof profileFields;

export const profileFieldNames = Object.keys(profileFields) as ProfileField[];

/** True for fields that cannot be changed once the identity is verified. */
export const isVerifiedField = (name: ProfileField): boolean => {
  const rules: ProfileFieldRules = profileFields[name];
  return rules.isVerified ?? false;
};

type Shape<Part extends "input" | "answer"> = { [Name in ProfileField]: (typeof profileFields)[Name][Part] };

const shapeOf = <Part extends "input" | "answer">(part: Part): Shape<Part> =>
  Object.fromEntries(profileFieldNames.map((name) => [name, profileFields[name][part]])) as Shape<Part>;

/** The data that users may see and change about themselves besides name and phone number. */
export const accountDetails = z.object({
  ...shapeOf("answer"),
  emailVerified: z.boolean(),
  /** A new address that is not the account's yet. */
  pendingEmail: z.nullable(z.string()),
  /** Its change: if the new address has confirmed it, and when it then happens; null for `happensAt` if nothing else is awaited. */
  emailChange: z.nullable(z.object({ isConfirmed: z.boolean(), happensAt: z.nullable(z.iso.datetime()) })),
  /** The version of the terms and the privacy notice that was accepted last, with its time. */
  termsAccepted: z.nullable(z.object({ version: z.string(), at: z.iso.datetime() })),
});
export type AccountDetails = z.infer<typeof accountDetails>;

export const getAccountDetails = defineCall({
  method: "GET",
  path: "/api/user/account-details",
  summary: "Get the user's own details, consents and unconfirmed address",
  permission: "signed-in",
  answers: { 200: accountDetails },
});

/** Only the given fields are changed. */
export const changeDetailsBody = z.partial(z.strictObject(shapeOf("input")));

/** Country and birthday cannot be changed once the identity is verified (409): the documents say them. */
export const changeAccountDetails = defineCall({
  method: "POST",
  path: "/api/user/account-details",
  summary: "Change the user's own details and marketing consent",
  permission: "signed-in",
  body: changeDetailsBody,
  answers: { 200: accountDetails },
  errors: ["CONFLICT"],
});

/** Records that the current terms and privacy notice are accepted; 409 for another version. */
export const acceptTerms = defineCall({
  method: "POST",
  path: "/api/user/accept-terms",
  summary: "Accept the current terms and privacy notice",
  permission: "signed-in",
  body: z.strictObject({ version: z.string() }),
  answers: { 204: null },
  errors: ["CONFLICT"],
});

/** Why the account cannot be deleted now, each a sentence; empty when it can. */
export const getDeletion = defineCall({
  method: "GET",
  path: "/api/user/deletion",
  summary: "Get the reasons why the user's own account cannot be deleted now",
  permission: "signed-in",
  answers: { 200: z.object({ obstacles: z.array(z.string()) }) },
});

/** Deletes one's own account and erases the personal data. 409 while it holds money or has pending requests. */
export const deleteOwnAccount = defineCall({
  method: "POST",
  path: "/api/user/delete",
  summary: "Delete the user's own account",
  permission: "signed-in",
  stepUp: "with-factor",
  body: z.strictObject({
    currentPassword: z
      .string(messages.passwordRequired)
      .check(z.minLength(1, messages.passwordRequired), z.maxLength(1024, messages.wrongCurrentPassword)),
  }),
  answers: { 204: null },
  errors: ["CONFLICT", "RATE_LIMITED"],
});

export const changeProfileBody = z.strictObject({
  firstName: nameField(messages.firstNameTooShort),
  lastName: nameField(messages.lastNameTooShort),
  phone: phoneField,
});

/** A verified name changes only with a new verification (409). */
export const changeProfile = defineCall({
  method: "POST",
  path: "/api/user/profile",
  summary: "Change name and phone number",
  permission: "investor",
  stepUp: "with-factor",
  body: changeProfileBody,
  answers: { 200: currentUser },
  errors: ["CONFLICT"],
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

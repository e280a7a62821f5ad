import * as z from "zod/mini";
import { birthdayField, countryField } from "./auth.ts";
import { defineCall } from "./call.ts";
import { markets, riskTolerances } from "./lists.ts";
import { messages } from "./messages.ts";

/** The data that users may see and change about themselves besides name and phone number. */
export const accountDetails = z.object({
  country: z.string(),
  /** YYYY-MM-DD; null for the first administrator. */
  birthday: z.nullable(z.string()),
  preferredMarket: z.nullable(z.enum(markets)),
  riskTolerance: z.nullable(z.enum(riskTolerances)),
  marketingOptIn: z.boolean(),
  emailVerified: z.boolean(),
  /** A new address that waits to be confirmed. */
  pendingEmail: z.nullable(z.string()),
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
export const changeDetailsBody = z.strictObject({
  country: z.optional(countryField),
  birthday: z.optional(birthdayField),
  preferredMarket: z.optional(z.nullable(z.enum(markets))),
  riskTolerance: z.optional(z.nullable(z.enum(riskTolerances))),
  marketingOptIn: z.optional(z.boolean()),
});

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

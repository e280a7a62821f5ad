import * as z from "zod/mini";
import { adminRoles } from "./admin-roles.ts";
import { amount } from "../amount.ts";
import { defineCall } from "../call.ts";
import { kycStatuses, markets, riskTolerances } from "../lists.ts";
import { messages } from "../messages.ts";
import { MIN_PASSWORD_LENGTH, passwordRules } from "./password-rules.ts";

/** A first or last name. */
export const nameField = (message: string) =>
  z.string(message).check(z.trim(), z.minLength(2, message), z.maxLength(100, message));

export const emailField = z
  .string(messages.invalidEmail)
  .check(z.trim(), z.maxLength(254, messages.invalidEmail), z.email(messages.invalidEmail));

export const passwordField = z
  .string(messages.passwordTooShort)
  .check(
    z.minLength(MIN_PASSWORD_LENGTH, messages.passwordTooShort),
    z.maxLength(256, "Password must be at most 256 characters"),
    ...passwordRules.map(({ holds, message }) => z.regex(holds, message)),
  );

/** Dial code and national number. */
export const phoneField = z
  .string(messages.phoneTooShort)
  .check(z.trim(), z.minLength(10, messages.phoneTooShort), z.maxLength(32, messages.phoneTooShort));

/** True for an existing calendar date in the form YYYY-MM-DD. */
function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const countryField = z
  .string(messages.countryMissing)
  .check(z.trim(), z.minLength(2, messages.countryMissing), z.maxLength(80, messages.countryMissing));

/** YYYY-MM-DD */
export const birthdayField = z
  .string(messages.birthdayMissing)
  .check(z.refine(isCalendarDate, messages.birthdayMissing));

export const signUpBody = z
  .strictObject({
    firstName: nameField(messages.firstNameTooShort),
    lastName: nameField(messages.lastNameTooShort),
    email: emailField,
    password: passwordField,
    confirmPassword: z.string(messages.confirmPasswordMissing).check(z.minLength(1, messages.confirmPasswordMissing)),
    phone: phoneField,
    country: countryField,
    birthday: birthdayField,
    preferredMarket: z.optional(z.enum(markets)),
    riskTolerance: z.optional(z.enum(riskTolerances)),
    marketingOptIn: z._default(z.boolean(), false),
    /** The version of the terms and the privacy notice that the person accepted. Without it they are asked after signing in. */
    acceptedTerms: z.optional(z.string().check(z.maxLength(20))),
  })
  .check(
    z.refine((form) => form.password === form.confirmPassword, {
      error: messages.passwordsDiffer,
      path: ["confirmPassword"],
    }),
  );

export const signInBody = z.strictObject({
  email: emailField,
  password: z.string(messages.passwordRequired).check(z.minLength(1, messages.passwordRequired), z.maxLength(1024)),
  /** A code of the authenticator app, or a recovery code. */
  totp: z.optional(z.string().check(z.trim(), z.maxLength(32))),
});

export const accountFigures = z.object({
  balance: amount,
  depositFunds: amount,
  profitFunds: amount,
  totalDeposits: amount,
  totalInvested: amount,
  totalProfit: amount,
  /** The part of totalProfit that was granted by adjustments rather than earned by trading. */
  adjustmentProfit: amount,
  /** Requested but not yet paid out. */
  withdrawalHold: amount,
});
export type AccountFigures = z.infer<typeof accountFigures>;

export const currentUser = z.object({
  id: z.uuid(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  country: z.string(),
  isAdmin: z.boolean(),
  /** Only for administrators. */
  adminRole: z.optional(z.enum(adminRoles)),
  /** Only about oneself. `required`: an administrator must set one up before anything else. */
  secondFactor: z.optional(z.enum(["on", "off", "required"])),
  isActive: z.boolean(),
  kycStatus: z.enum(kycStatuses),
  /** Only for deactivated users: why, as the administrator wrote it. */
  deactivationReason: z.optional(z.string()),
  /** Only until the e-mail address is confirmed. It closes nothing. */
  isEmailUnverified: z.optional(z.literal(true)),
  /** Only when there are new terms or none were accepted. It closes nothing. */
  mustAcceptTerms: z.optional(z.literal(true)),
  account: accountFigures,
});
export type CurrentUser = z.infer<typeof currentUser>;

export const getCurrentUser = defineCall({
  method: "GET",
  path: "/api/auth/user",
  summary: "Get the signed-in user with account balances",
  permission: "signed-in",
  openWithoutFactor: true,
  answers: { 200: currentUser },
});

export const signUp = defineCall({
  method: "POST",
  path: "/api/auth/signup",
  summary: "Create an account",
  permission: "public",
  body: signUpBody,
  answers: { 201: currentUser },
  errors: ["CONFLICT", "RATE_LIMITED"],
});

export const signIn = defineCall({
  method: "POST",
  path: "/api/auth/signin",
  summary: "Sign in",
  permission: "public",
  body: signInBody,
  answers: { 200: currentUser },
  errors: ["UNAUTHENTICATED", "TOTP_REQUIRED", "ACCOUNT_FROZEN", "RATE_LIMITED"],
});

export const signOut = defineCall({
  method: "POST",
  path: "/api/auth/signout",
  summary: "Sign out",
  permission: "public",
  answers: { 204: null },
});

import * as z from "zod/mini";
import { acts } from "../acts.ts";
import { currentUser } from "./accounts.ts";
import { defineCall } from "../call.ts";
import { messages } from "../messages.ts";
import { createWithdrawal } from "../withdrawals/withdrawals.ts";

export const RECOVERY_CODE_COUNT = 10;
export const MAX_PASSKEY_NAME_LENGTH = 60;

/** Texts of second factors, apart from the other messages, because most pages do not need them. */
export const secondFactorMessages = {
  codeMissing: "Please enter the code",
  wrongCode: "This code is wrong, has expired or was used before",
  totpRequired: "Enter the code from your authenticator app, or a recovery code",
  totpRequiredPasskey: "Sign in with your passkey, or enter a recovery code",
  totpNotSetUp: "This account has no authenticator app. Leave the code empty.",
  stepUpRequired: "Please confirm that it is you. Nothing was changed.",
  stepUpActMissing: "Send exactly one of act, acts and withdrawal: what you confirm.",
  factorRequired: "Set up a second factor first. Administrators need one.",
  passkeyNameMissing: "Please enter a name",
  reasonMissing: "Please enter a reason",
} as const;

export const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
  /** True when its maker copies it between the person's devices. */
  isSynced: z.boolean(),
  /** False if it was created for another address of the installation, where it still works. */
  worksHere: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

export const secondFactors = z.object({
  /** Null without an authenticator app. */
  authenticator: z.nullable(z.object({ since: z.iso.datetime() })),
  passkeys: z.array(passkey),
  /** Null without a second factor. */
  recoveryCodes: z.nullable(z.object({ left: z.int(), createdAt: z.iso.datetime() })),
});
export type SecondFactors = z.infer<typeof secondFactors>;

export const getSecondFactors = defineCall({
  method: "GET",
  path: "/api/user/second-factors",
  summary: "List the own second factors",
  permission: "signed-in",
  openWithoutFactor: true,
  answers: { 200: secondFactors },
});

const code = z
  .string(secondFactorMessages.codeMissing)
  .check(z.trim(), z.minLength(1, secondFactorMessages.codeMissing), z.maxLength(32));

/** Creates a key for an authenticator app. It counts after `confirmAuthenticator`, within 15 minutes. */
export const startAuthenticator = defineCall({
  method: "POST",
  path: "/api/user/second-factors/authenticator",
  summary: "Create the key of an authenticator app",
  permission: "signed-in",
  openWithoutFactor: true,
  stepUp: "always",
  /** The key in base 32, and as the otpauth: address of a QR code. */
  answers: { 200: z.object({ key: z.string(), uri: z.string() }) },
  errors: ["CONFLICT"],
});

/** `recoveryCodes` is null if the account has codes already. They are shown once. */
const addedFactor = z.object({ recoveryCodes: z.nullable(z.array(z.string())), endedSessions: z.int() });
export type AddedFactor = z.infer<typeof addedFactor>;

export const confirmAuthenticator = defineCall({
  method: "POST",
  path: "/api/user/second-factors/authenticator/confirm",
  summary: "Turn the authenticator app on with its first code",
  permission: "signed-in",
  openWithoutFactor: true,
  body: z.strictObject({ code }),
  answers: { 200: addedFactor },
  errors: ["CONFLICT", "RATE_LIMITED"],
});

const endedSessions = z.object({ endedSessions: z.int() });

export const removeAuthenticator = defineCall({
  method: "POST",
  path: "/api/user/second-factors/authenticator/remove",
  summary: "Remove the authenticator app",
  permission: "signed-in",
  openWithoutFactor: true,
  stepUp: "always",
  answers: { 200: endedSessions },
  errors: ["NOT_FOUND"],
});

/** New codes. The old ones stop working. */
export const replaceRecoveryCodes = defineCall({
  method: "POST",
  path: "/api/user/second-factors/recovery-codes",
  summary: "Replace the recovery codes; the old ones stop working",
  permission: "signed-in",
  openWithoutFactor: true,
  stepUp: "always",
  answers: { 200: z.object({ recoveryCodes: z.array(z.string()) }) },
  errors: ["CONFLICT"],
});

/** The input of a browser's WebAuthn functions, as JSON (W3C WebAuthn level 3, 5.1.9 and 5.1.10). */
const known = z.array(z.object({ id: z.string(), type: z.string(), transports: z.optional(z.array(z.string())) }));
const registrationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.string() })),
  timeout: z.int(),
  attestation: z.string(),
  excludeCredentials: known,
  authenticatorSelection: z.object({
    residentKey: z.string(),
    userVerification: z.string(),
    requireResidentKey: z.boolean(),
  }),
});
const assertionOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.string(),
  /** Missing at a sign-in, where the browser offers every passkey of the host. */
  allowCredentials: z.optional(known),
});
export type PasskeyRegistrationOptions = z.infer<typeof registrationOptions>;
export type PasskeyAssertionOptions = z.infer<typeof assertionOptions>;

const MAX_PART = 20_000;
const part = z.string().check(z.maxLength(MAX_PART));
const credential = {
  id: part,
  rawId: part,
  type: z.enum(["public-key"]),
  clientExtensionResults: z.optional(z.object({})),
  authenticatorAttachment: z.optional(z.nullable(part)),
};
const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    /** A list of names. The server checks it, because a schema for it would be the only list in the web app's requests. */
    transports: z.optional(z.unknown()),
  }),
});
const signInResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: z.optional(z.nullable(part)),
  }),
});
export type PasskeyRegistration = z.infer<typeof registrationResponse>;
export type PasskeyAssertion = z.infer<typeof signInResponse>;

const passkeyName = z
  .string(secondFactorMessages.passkeyNameMissing)
  .check(
    z.trim(),
    z.minLength(1, secondFactorMessages.passkeyNameMissing),
    z.maxLength(MAX_PASSKEY_NAME_LENGTH, `Please enter at most ${MAX_PASSKEY_NAME_LENGTH} characters`),
  );
const id = z.object({ id: z.string() });

export const startPasskey = defineCall({
  method: "POST",
  path: "/api/user/second-factors/passkeys/options",
  summary: "Get the browser options for a new passkey",
  permission: "signed-in",
  openWithoutFactor: true,
  stepUp: "always",
  answers: { 200: registrationOptions },
});

export const addPasskey = defineCall({
  method: "POST",
  path: "/api/user/second-factors/passkeys",
  summary: "Add a passkey",
  permission: "signed-in",
  openWithoutFactor: true,
  body: z.strictObject({ name: passkeyName, response: registrationResponse }),
  answers: { 201: addedFactor },
  errors: ["CONFLICT"],
});

export const renamePasskey = defineCall({
  method: "POST",
  path: "/api/user/second-factors/passkeys/:id/name",
  summary: "Rename a passkey",
  permission: "signed-in",
  openWithoutFactor: true,
  params: id,
  body: z.strictObject({ name: passkeyName }),
  answers: { 200: passkey },
});

export const removePasskey = defineCall({
  method: "POST",
  path: "/api/user/second-factors/passkeys/:id/remove",
  summary: "Remove a passkey",
  permission: "signed-in",
  openWithoutFactor: true,
  stepUp: "always",
  params: id,
  answers: { 200: endedSessions },
});

/** Options for a step-up with a passkey of the caller. */
export const startPasskeyStepUp = defineCall({
  method: "POST",
  path: "/api/user/step-up/options",
  summary: "Get the browser options for a step-up with a passkey",
  permission: "signed-in",
  openWithoutFactor: true,
  answers: { 200: assertionOptions },
});

/** The most acts that one proof covers. */
export const MAX_BATCH = 100;

const MAX_ACT_PATH = 500;

/** A call as it will be sent: its path with ids and query, and its body in the same values. */
const act = z.strictObject({
  method: z.enum(["POST", "DELETE"]),
  path: z.string().check(z.regex(/^\/api\//), z.maxLength(MAX_ACT_PATH)),
  body: z.optional(z.unknown()),
});
export type ProvedAct = z.infer<typeof act>;

export const provedActs = z.object({ acts: z.array(act).check(z.minLength(1), z.maxLength(MAX_BATCH)) });

/**
 * Proves again who the caller is, and renews the session cookie. With a second factor `code` (of the app, or a recovery
 * code) or `passkey` is needed, without one `password`. The proof counts for each named act once, in the next five minutes
 * and before another proof. `withdrawal` is the body of a withdrawal, as a short form of its act.
 */
export const stepUp = defineCall({
  method: "POST",
  path: "/api/user/step-up",
  summary: "Prove again who you are, for named acts of the next five minutes",
  permission: "signed-in",
  openWithoutFactor: true,
  body: z.strictObject({
    code: z.optional(code),
    passkey: z.optional(signInResponse),
    password: z.optional(z.string().check(z.maxLength(1024, messages.wrongCurrentPassword))),
    act: z.optional(act),
    /** The server checks it by `provedActs`, because it would be the only list in the web app's requests. */
    acts: z.optional(z.unknown()),
    withdrawal: z.optional(createWithdrawal.body),
  }),
  answers: { 200: z.object({ validUntil: z.iso.datetime() }) },
  errors: ["RATE_LIMITED"],
});

/** Options for a sign-in with a passkey, which also says whose account it is. */
export const startPasskeySignIn = defineCall({
  method: "POST",
  path: "/api/auth/passkey/options",
  summary: "Get the browser options for a sign-in with a passkey",
  permission: "public",
  answers: { 200: assertionOptions },
  errors: ["RATE_LIMITED"],
});

export const signInWithPasskey = defineCall({
  method: "POST",
  path: "/api/auth/passkey",
  summary: "Sign in with a passkey",
  permission: "public",
  body: z.strictObject({ response: signInResponse }),
  answers: { 200: currentUser },
  errors: ["UNAUTHENTICATED", "ACCOUNT_FROZEN", "RATE_LIMITED"],
});

/** For a person who has lost their second factor. Their sessions end, and they can sign in with the password alone. */
export const removeSecondFactors = defineCall({
  method: "POST",
  path: "/api/admin/users/:id/second-factors/remove",
  summary: "Remove all second factors of a person who has lost them",
  permission: "admin",
  ...acts.removeSecondFactors,
  params: id,
  body: z.strictObject({
    reason: z
      .string(secondFactorMessages.reasonMissing)
      .check(
        z.trim(),
        z.minLength(1, secondFactorMessages.reasonMissing),
        z.maxLength(500, "reason must be at most 500 characters"),
      ),
  }),
  answers: { 204: null },
  errors: ["CONFLICT"],
});

import * as z from "zod/mini";
import { defineCall } from "./call.ts";

const MAX_ENDPOINT_LENGTH = 1_000;
/** A public key on P-256 (65 bytes) and a secret of 16 bytes, in base64url without padding. */
const P256DH_LENGTH = 87;
const AUTH_LENGTH = 22;
const endpoint = z
  .string()
  .check(z.minLength(1), z.maxLength(MAX_ENDPOINT_LENGTH, "endpoint must be at most 1000 characters"));
const base64Url = (length: number, name: string) =>
  z.string().check(z.length(length, `${name} has the wrong length`), z.regex(/^[\w-]+$/, `${name} must be base64url`));

/** Push messages to this browser, from now on. The address is one of a public push service. */
export const subscribeToPush = defineCall({
  method: "POST",
  path: "/api/user/push",
  summary: "Send push messages to this browser",
  permission: "signed-in",
  body: z.strictObject({
    endpoint,
    p256dh: base64Url(P256DH_LENGTH, "p256dh"),
    auth: base64Url(AUTH_LENGTH, "auth"),
  }),
  answers: { 204: null },
  errors: ["NOT_FOUND"],
});

/** Says whether this browser gets the user's push messages. If so, it keeps getting them after this session has expired. */
export const checkPush = defineCall({
  method: "POST",
  path: "/api/user/push/check",
  summary: "Say whether this browser gets push messages, and keep it so",
  permission: "signed-in",
  body: z.strictObject({ endpoint }),
  answers: { 200: z.object({ isOn: z.boolean() }) },
});

/** No more push messages to one browser, or to any. */
export const unsubscribeFromPush = defineCall({
  method: "POST",
  path: "/api/user/push/off",
  summary: "Send no more push messages to a browser, or to any",
  permission: "signed-in",
  body: z.strictObject({ endpoint: z.optional(endpoint) }),
  answers: { 204: null },
});

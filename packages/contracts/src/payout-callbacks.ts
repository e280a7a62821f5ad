import * as z from "zod/mini";
import { defineCall } from "./call.ts";

/** The answer that Daraja expects to a call-back. */
const received = z.object({ ResultCode: z.literal(0), ResultDesc: z.literal("Accepted") });
const secret = z.object({ secret: z.string() });

/**
 * Call-backs of payment providers. Daraja's are unsigned: a secret in the path, a list of addresses, and the comparison of id,
 * amount and state stand in for a signature. The other ones are signed, and only say when to ask for the status.
 */
export const receiveB2cResult = defineCall({
  method: "POST",
  path: "/api/callbacks/:secret/b2c-result",
  permission: "public",
  params: secret,
  answers: { 200: received },
});

export const receiveB2cTimeout = defineCall({
  method: "POST",
  path: "/api/callbacks/:secret/b2c-timeout",
  permission: "public",
  params: secret,
  answers: { 200: received },
});

export const receiveStatusResult = defineCall({
  method: "POST",
  path: "/api/callbacks/:secret/status-result",
  permission: "public",
  params: secret,
  answers: { 200: received },
});

export const receiveStatusTimeout = defineCall({
  method: "POST",
  path: "/api/callbacks/:secret/status-timeout",
  permission: "public",
  params: secret,
  answers: { 200: received },
});

export const receivePaystackEvent = defineCall({
  method: "POST",
  path: "/api/callbacks/paystack",
  permission: "public",
  answers: { 204: null },
});

export const receiveFlutterwaveEvent = defineCall({
  method: "POST",
  path: "/api/callbacks/flutterwave",
  permission: "public",
  answers: { 204: null },
});

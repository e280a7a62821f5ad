import * as z from "zod/mini";
import { defineCall } from "./call.ts";

/** The answer that Daraja expects to a call-back. */
const received = z.object({ ResultCode: z.literal(0), ResultDesc: z.literal("Accepted") });
const secret = z.object({ secret: z.string() });
const MAX_BODY_BYTES = 65_536;

/**
 * Call-backs of payment providers. Daraja's are unsigned: a secret in the path, a list of addresses, and the comparison of id,
 * amount and state stand in for a signature. The other ones are signed, and only say when to ask for the status.
 */
export const receiveB2cResult = defineCall({
  method: "POST",
  path: "/api/callbacks/:secret/b2c-result",
  summary: "Receive the result of an M-Pesa payout",
  permission: "public",
  maxBodyBytes: MAX_BODY_BYTES,
  params: secret,
  answers: { 200: received },
});

export const receiveB2cTimeout = defineCall({
  method: "POST",
  path: "/api/callbacks/:secret/b2c-timeout",
  summary: "Receive that an M-Pesa payout waited too long",
  permission: "public",
  maxBodyBytes: MAX_BODY_BYTES,
  params: secret,
  answers: { 200: received },
});

export const receiveStatusResult = defineCall({
  method: "POST",
  path: "/api/callbacks/:secret/status-result",
  summary: "Receive the status of an M-Pesa payout",
  permission: "public",
  maxBodyBytes: MAX_BODY_BYTES,
  params: secret,
  answers: { 200: received },
});

export const receiveStatusTimeout = defineCall({
  method: "POST",
  path: "/api/callbacks/:secret/status-timeout",
  summary: "Receive that a status question waited too long",
  permission: "public",
  maxBodyBytes: MAX_BODY_BYTES,
  params: secret,
  answers: { 200: received },
});

export const receivePaystackEvent = defineCall({
  method: "POST",
  path: "/api/callbacks/paystack",
  summary: "Receive an event of Paystack",
  permission: "public",
  maxBodyBytes: MAX_BODY_BYTES,
  answers: { 204: null },
  errors: ["NOT_FOUND"],
});

export const receiveFlutterwaveEvent = defineCall({
  method: "POST",
  path: "/api/callbacks/flutterwave",
  summary: "Receive an event of Flutterwave",
  permission: "public",
  maxBodyBytes: MAX_BODY_BYTES,
  answers: { 204: null },
  errors: ["NOT_FOUND"],
});

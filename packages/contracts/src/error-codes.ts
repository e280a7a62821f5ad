import * as z from "zod/mini";

/** Every error code of the API with its HTTP status. */
export const errorStatus = {
  VALIDATION: 400,
  UNAUTHENTICATED: 401,
  TOTP_REQUIRED: 401,
  FORBIDDEN: 403,
  RESTRICTED: 403,
  STEP_UP_REQUIRED: 403,
  FACTOR_REQUIRED: 403,
  ACCOUNT_FROZEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INSUFFICIENT_FUNDS: 422,
  BOT_LOCKED: 422,
  BOT_UNAVAILABLE: 422,
  WITHDRAWAL_LIMIT: 422,
  SUITABILITY_LIMIT: 422,
  SUITABILITY_DUE: 422,
  IDEMPOTENCY_MISMATCH: 422,
  LINK_INVALID: 422,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  BUSY: 503,
  PRICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const errorCodes = Object.keys(errorStatus) as ErrorCode[];

/** The body of every answer under /api that is not 2xx. `fields` is present only when fields are invalid. */
export const errorBody = z.object({
  statusCode: z.int(),
  code: z.enum(errorCodes as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});
export type ErrorBody = z.infer<typeof errorBody>;

import { errorStatus, type ErrorBody, type ErrorCode } from "@wazi/contracts";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../base/app-error.ts";
import { isClosedUser, isConnectionLost, isContended } from "../db/database-errors.ts";
import * as texts from "../../messages/platform.ts";

/** Default Retry-After of a 503 or 429. */
const DEFAULT_RETRY_AFTER_SECONDS = 2;

const NOT_FOUND_MESSAGE = texts.notFound;
const INTERNAL_MESSAGE = texts.internalError;
const CLOSED_USER_MESSAGE = texts.accountInactive;
const BUSY_MESSAGE = texts.serviceBusy;

export interface ErrorAnswer {
  body: ErrorBody;
  retryAfterSeconds: number | undefined;
}

function createErrorAnswer(code: ErrorCode, message: string, retryAfterSeconds?: number): ErrorAnswer {
  return { body: { statusCode: errorStatus[code], code, message }, retryAfterSeconds };
}

/** Maps Fastify's own errors to error codes and messages of the API. */
const fastifyErrors: Readonly<Record<string, [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["PAYLOAD_TOO_LARGE", texts.requestTooLarge],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["UNSUPPORTED_MEDIA_TYPE", texts.bodyNotJsonType],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ["VALIDATION", texts.bodyLengthWrong],
  FST_ERR_CTP_INVALID_JSON_BODY: ["VALIDATION", texts.bodyNotJson],
  FST_ERR_MAX_PARAM_LENGTH: ["NOT_FOUND", NOT_FOUND_MESSAGE],
  FST_ERR_BAD_URL: ["VALIDATION", texts.urlInvalid],
  FST_ERR_NOT_FOUND: ["NOT_FOUND", NOT_FOUND_MESSAGE],
};

/** Maps any thrown error to its answer. An unexpected error gets a general message without details. */
export function toErrorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof AppError) {
    const { fields, retryAfterSeconds } = error.details;
    const body: ErrorBody = { statusCode: error.statusCode, code: error.code, message: error.message };
    const waits = error.statusCode === 503 || error.statusCode === 429;
    return {
      body: fields === undefined ? body : { ...body, fields },
      retryAfterSeconds: retryAfterSeconds ?? (waits ? DEFAULT_RETRY_AFTER_SECONDS : undefined),
    };
  }
  if (isConnectionLost(error) || isContended(error))
    return createErrorAnswer("BUSY", BUSY_MESSAGE, DEFAULT_RETRY_AFTER_SECONDS);
  if (isClosedUser(error)) return createErrorAnswer("RESTRICTED", CLOSED_USER_MESSAGE);
  const known = isFastifyError(error) ? fastifyErrors[error.code] : undefined;
  if (known !== undefined) return createErrorAnswer(...known);
  const status = isFastifyError(error) ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) {
    return createErrorAnswer("VALIDATION", texts.requestInvalid);
  }
  return createErrorAnswer("INTERNAL", INTERNAL_MESSAGE);
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith("FST_");
}

/** Answers with an error and logs the details that the client does not see, under the same request id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const isGone = request.raw.destroyed && !request.raw.complete && !(error instanceof AppError);
  // The client broke off its own body. Nobody reads the answer, and nothing is wrong here.
  const { body, retryAfterSeconds } = toErrorAnswer(isGone ? brokenOff() : error);
  if (body.statusCode >= 500 && !(error instanceof AppError)) request.log.error({ err: error }, "request failed");
  if (retryAfterSeconds !== undefined) void reply.header("retry-after", retryAfterSeconds);
  void reply.code(body.statusCode).header("cache-control", "no-store").type("application/json; charset=utf-8");
  void reply.send(JSON.stringify(body));
}

function brokenOff(): AppError {
  return new AppError("VALIDATION", texts.bodyLengthWrong);
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): void {
  sendError(new AppError("NOT_FOUND", NOT_FOUND_MESSAGE), request, reply);
}

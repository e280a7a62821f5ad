import { errorStatus, type ErrorCode } from "@wazi/contracts";

export interface AppErrorDetails {
  /** The problem with each field, by field name. */
  fields?: Record<string, string>;
  /** Sent as Retry-After, in seconds. */
  retryAfterSeconds?: number;
}

/** An expected failure. The code decides the HTTP status; the message is shown to the user. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: AppErrorDetails;

  constructor(code: ErrorCode, message: string, details: AppErrorDetails = {}) {
    super(message);
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }

  get statusCode(): number {
    return errorStatus[this.code];
  }
}

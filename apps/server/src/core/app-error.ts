import { errorStatus, type ErrorCode } from "@wazi/contracts";

export interface AppErrorDetails {
  /** Field name to what is wrong with it. */
  fields?: Record<string, string>;
  /** Sent as Retry-After, in seconds. */
  retryAfterSeconds?: number;
}

/** An expected failure. The code fixes the status; the message is what the person reads. */
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

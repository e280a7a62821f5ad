import type { FastifyReply, FastifyRequest } from "fastify";
import { describeError } from "../process/open-log.ts";
import { limitRepeats } from "../process/limit-repeats.ts";

/** The lowest level of lines that are written. */
export type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";

export interface LogStream {
  write(line: string): void;
}

interface LogOptions {
  level: LogLevel;
  serializers: {
    req: (request: FastifyRequest) => { [key: string]: unknown; method: string };
    res: (reply: { statusCode?: number }) => { statusCode: number };
    err: (error: unknown) => { type: string; message: string; stack: string };
  };
  hooks: { logMethod: ReturnType<typeof limitRepeats> };
  stream?: LogStream;
}

/**
 * Log lines are JSON. The serializers list every field that is logged. Bodies, query strings, headers, cookies and SQL
 * parameters are never logged.
 */
export function logOptions(level: LogLevel, stream: LogStream | undefined): LogOptions {
  return {
    level,
    serializers: {
      req: (request) => ({ method: request.method, route: getRoute(request) }),
      res: (reply) => ({ statusCode: reply.statusCode ?? 0 }),
      err: describeError,
    },
    hooks: { logMethod: limitRepeats() },
    ...(stream === undefined ? {} : { stream }),
  };
}

/** The pattern of the route. The URL itself is not logged because it may contain personal data. */
function getRoute(request: FastifyRequest): string {
  return request.routeOptions?.url ?? "unmatched";
}

/** Logs one line for an answered request. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  request.log.info({ method: request.method, route: getRoute(request), status: reply.statusCode, ms }, "request");
}

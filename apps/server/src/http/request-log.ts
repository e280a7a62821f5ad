import type { FastifyReply, FastifyRequest } from "fastify";
import type { Settings } from "../settings/settings.ts";

export interface LogStream {
  write(line: string): void;
}

interface LogOptions {
  level: Settings["logLevel"];
  serializers: {
    req: (request: FastifyRequest) => { [key: string]: unknown; method: string };
    res: (reply: { statusCode?: number }) => { statusCode: number };
    err: (error: unknown) => { type: string; message: string; stack: string };
  };
  stream?: LogStream;
}

/**
 * Log lines are JSON. Serializers name what is written, so that nothing else ever is: no body, no query string, no
 * header, no cookie, no parameter of a failed statement.
 */
export function logOptions(level: Settings["logLevel"], stream: LogStream | undefined): LogOptions {
  return {
    level,
    serializers: {
      req: (request) => ({ method: request.method, route: getRoute(request) }),
      res: (reply) => ({ statusCode: reply.statusCode ?? 0 }),
      err: describeError,
    },
    ...(stream === undefined ? {} : { stream }),
  };
}

function describeError(error: unknown): { type: string; message: string; stack: string; code?: string } {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: "" };
  const { name: type, message, stack = "" } = error;
  return "code" in error ? { type, code: String(error.code), message, stack } : { type, message, stack };
}

/** The route's pattern and not the address, which may hold what is nobody's business. */
function getRoute(request: FastifyRequest): string {
  return request.routeOptions?.url ?? "unmatched";
}

/** The one line of a request that has been answered. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  request.log.info({ method: request.method, route: getRoute(request), status: reply.statusCode, ms }, "request");
}

import { randomUUID } from "node:crypto";
import cookie from "@fastify/cookie";
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from "fastify";
import { answerMalformedRequest, KEEP_ALIVE_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "./connection-rules.ts";
import { sendError, sendNotFound } from "./errors.ts";
import type { Guard } from "./guard.ts";
import { addHealthRoutes, type HealthChecks } from "./health-routes.ts";
import { type LogLevel, logOptions, logRequest, type LogStream } from "./request-log.ts";
import { recordRoutes } from "./route-inventory.ts";
import { findSite, isCrossOrigin, refuseCrossOriginRequests } from "./same-origin.ts";
import { addSecurityHeaders, getSecurityHeaders } from "./security-headers.ts";
import { createSessionCookies } from "./session.ts";
import { serveWebApp } from "./static-files.ts";
import { DAY_MS } from "@wazi/contracts";

/** RFC 9116 recommends less than a year. The text is made for each request, so it expires only when the service has ended. */
const VALID_MS = 180 * DAY_MS;

/**
 * Serves `/.well-known/security.txt` (RFC 9116), which tells whom to write to about a security problem. Without SECURITY_CONTACT it names the
 * site's own security page.
 */
function addSecurityTxt(
  app: FastifyInstance,
  { securityContact, publicOrigin }: { securityContact: string | undefined; publicOrigin: string | undefined },
): void {
  app.get("/.well-known/security.txt", (request, reply) => {
    const origin = publicOrigin ?? `${request.protocol}://${request.host}`;
    const endOfDay = Math.ceil((Date.now() + VALID_MS) / DAY_MS) * DAY_MS;
    const lines = [
      `Contact: ${securityContact ?? `${origin}/security`}`,
      `Expires: ${new Date(endOfDay).toISOString()}`,
      "Preferred-Languages: en",
      `Policy: ${origin}/security`,
      ...(publicOrigin === undefined ? [] : [`Canonical: ${origin}/.well-known/security.txt`]),
    ];
    void reply.type("text/plain; charset=utf-8").header("cache-control", "no-store");
    return `${lines.join("\n")}\n`;
  });
}

/** Default limit of a request body; a call may set its own. */
const DEFAULT_BODY_LIMIT_BYTES = 1_048_576;
const MAX_PARAM_LENGTH = 200;

/** An answer of the API. The route is a pattern, without the parameters of the request. */
export interface RecordedAnswer {
  method: string;
  route: string;
  status: number;
  ms: number;
}

/** The settings of a server in its network. */
export interface ServerSettings {
  logLevel: LogLevel;
  /** The number of trusted proxies, or their addresses; undefined for none. */
  trustProxy: number | readonly string[] | undefined;
  publicOrigin: string | undefined;
  securityContact?: string | undefined;
}

export interface ServerOptions {
  settings: ServerSettings;
  guard: Guard;
  health: HealthChecks;
  /** True in live mode: administrators without a second factor may do nothing but set one up. */
  requiresAdminFactor?: boolean;
  /** The folder of the built web app. Only the API is served without it. */
  webRoot?: string;
  /** Target of log lines; standard output by default. */
  logStream?: LogStream;
  /** Check every answer against the schema of its call. */
  checkAnswers?: boolean;
  /** Receives route, duration and status of every API answer, without any information about the user. */
  recordAnswer?: (answer: RecordedAnswer) => void;
}

/** Fastify with our limits and our own request log. */
const createServer = ({ settings, logStream }: ServerOptions) =>
  Fastify({
    logger: logOptions(settings.logLevel, logStream),
    // Fastify's own request log contains IP addresses and URLs; logRequest writes ours.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    genReqId: (request) => readRequestId(request.headers["x-request-id"]),
    bodyLimit: DEFAULT_BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    trustProxy: toTrustProxy(settings.trustProxy),
    clientErrorHandler: answerMalformedRequest,
    // Our calls have schemas of their own. Loading Fastify's compilers would be a large part of the start.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    frameworkErrors: (error, request, reply) => {
      // A malformed URL has no route, and no hook runs for it.
      void reply.headers(getSecurityHeaders(request, settings.publicOrigin)).header("x-request-id", request.id);
      sendError(error, request, reply);
      logRequest(request, reply);
    },
  });

/**
 * Builds the HTTP server without its API calls: errors, log, headers, cookies, health checks and the web app. Register
 * the calls on the result, then listen.
 */
export function buildServer(options: ServerOptions): FastifyInstance {
  const { settings, guard } = options;
  const app = createServer(options);
  addSecurityHeaders(app, settings.publicOrigin);
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    logRequest(request, reply);
    // The duration of a stream depends on its reader and is not an answer time.
    const isStream = /^text\/(event-stream|csv)/.test(String(reply.getHeader("content-type")));
    const { url: route } = request.routeOptions;
    if (route?.startsWith("/api/") && !isStream)
      options.recordAnswer?.({ method: request.method, route, ms: reply.elapsedTime, status: reply.statusCode });
    done();
  });
  refuseCrossOriginRequests(app, settings.publicOrigin);
  void app.register(cookie);
  acceptJsonOnly(app);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply));
  for (const name of ["sessionUser", "userRead", "readAt"] as const) app.decorateRequest(name, undefined);
  app.decorate("calls", {
    guard,
    cookies: createSessionCookies(settings.publicOrigin),
    isCrossOrigin: (request) => isCrossOrigin(request, settings.publicOrigin),
    requiresAdminFactor: options.requiresAdminFactor ?? false,
    findSite: (request) => findSite(request, settings.publicOrigin),
    runningKeys: new Map(),
    checkAnswers: options.checkAnswers ?? false,
    registered: [],
  });
  app.addHook("onClose", () => guard.close());
  recordRoutes(app);
  addHealthRoutes(app, options.health);
  addSecurityTxt(app, { securityContact: settings.securityContact, publicOrigin: settings.publicOrigin });
  if (options.webRoot !== undefined) serveWebApp(app, options.webRoot);
  return app;
}

function refuseSchemas(): never {
  throw new Error("Routes have no Fastify schemas: register a call of the contract");
}

/** Keeps an incoming id that is a plain token, so that proxy log and server log share one id. */
function readRequestId(header: string | string[] | undefined): string {
  return typeof header === "string" && /^[\w-]{8,64}$/.test(header) ? header : randomUUID();
}

function toTrustProxy(setting: ServerSettings["trustProxy"]): NonNullable<FastifyServerOptions["trustProxy"]> {
  if (setting === undefined) return false;
  // The socket's own address is number 0; each trusted proxy vouches for the one before it.
  return typeof setting === "number" ? (_address, hop) => hop < setting : [...setting];
}

/** Rejects forms and plain text with 415, because another site could send those without a CORS preflight. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body: string, done) => {
    // Some clients send the content type with an empty body.
    if (body === "") done(null, undefined);
    else void parse(request, body, done);
  });
}

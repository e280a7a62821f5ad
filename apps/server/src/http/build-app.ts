import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import cookie from "@fastify/cookie";
import Fastify, { LogController, type ConnectionError, type FastifyInstance, type FastifyServerOptions } from "fastify";
import { AppError } from "../core/app-error.ts";
import { insertAuditEventUnlessRecent } from "../core/audit/store.ts";
import { authenticate, type SessionDeps } from "../core/identity/sessions.ts";
import { adminMoneyRule, countTry, moneyRule } from "../core/identity/throttle.ts";
import type { Settings } from "../settings/settings.ts";
import { sendError, sendNotFound, toErrorAnswer } from "./errors.ts";
import { addHealthRoutes } from "./health-routes.ts";
import { logOptions, logRequest, type LogStream } from "./request-log.ts";
import { recordRoutes } from "./route-inventory.ts";
import { isCrossOrigin, refuseCrossOriginRequests } from "./same-origin.ts";
import { addSecurityHeaders, getSecurityHeaders, securityHeaders } from "./security-headers.ts";
import { createSessionCookies } from "./session.ts";
import { serveWebApp } from "./static-files.ts";

/** Of a request's body, unless its call says otherwise. */
const DEFAULT_BODY_LIMIT_BYTES = 1_048_576;
/** For the whole of a request to arrive: the largest upload over a slow line. Header lines have Node's own minute. */
const REQUEST_TIMEOUT_MS = 300_000;
/** Longer than the idle time of common proxies, so that it is they who hang up. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
const MAX_PARAM_LENGTH = 200;
/** Who tries what is not theirs again and again leaves one audit row for it in this time. */
const DENIED_ONCE_MS = 60_000;

export interface AppOptions {
  settings: Pick<Settings, "logLevel" | "trustProxy" | "publicOrigin" | "rateLimitScale">;
  sessions: SessionDeps;
  /** The database answers and is migrated, the feed has its first prices. */
  isReady: () => Promise<boolean>;
  /** The folder of the built web app; without one there is only the API. */
  webRoot?: string;
  /** Where log lines go; standard output when not given. */
  logStream?: LogStream;
  /** Hold every answer against its call's schema. */
  checkAnswers?: boolean;
  /** Told of every answer of a call: how long it took and its status, and nothing of who asked for what. */
  recordAnswer?: (answer: { ms: number; status: number }) => void;
}

/**
 * The HTTP server without its calls: errors, log, headers, cookies, health and the web app. Register the calls on what
 * comes back, then listen.
 */
export function buildApp(options: AppOptions): FastifyInstance {
  const { settings, sessions } = options;
  const app = Fastify({
    logger: logOptions(settings.logLevel, options.logStream),
    // What Fastify would write on its own has addresses in it; logRequest writes our line.
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
    frameworkErrors: (error, request, reply) => {
      // An address that can't be read has no route, and no hook runs for it.
      void reply.headers(getSecurityHeaders(request, settings.publicOrigin)).header("x-request-id", request.id);
      sendError(error, request, reply);
      logRequest(request, reply);
    },
  });
  addSecurityHeaders(app, settings.publicOrigin);
  app.addHook("onRequest", (request, reply, done) => {
    void reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    logRequest(request, reply);
    // A stream's time is how long somebody stayed, or took to fetch a file, and no answer time.
    const isStream = /^text\/(event-stream|csv)/.test(String(reply.getHeader("content-type")));
    if (request.routeOptions.url?.startsWith("/api/") && !isStream)
      options.recordAnswer?.({ ms: reply.elapsedTime, status: reply.statusCode });
    done();
  });
  refuseCrossOriginRequests(app, settings.publicOrigin);
  void app.register(cookie);
  acceptJsonOnly(app);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendNotFound(request, reply));
  app.decorateRequest("sessionUser", undefined);
  app.decorate("calls", {
    authenticate: (token) => authenticate(sessions, token),
    recordDenied: (user, { method, path, right }, address) =>
      insertAuditEventUnlessRecent(
        sessions.sql,
        {
          actorId: user.id,
          action: "call.denied",
          subjectType: "call",
          subjectId: `${method} ${path}`,
          ...(user.adminRole === null ? {} : { after: { role: user.adminRole, needed: right } }),
          address,
        },
        DENIED_ONCE_MS,
      ),
    cookies: createSessionCookies(settings.publicOrigin),
    isCrossOrigin: (request) => isCrossOrigin(request, settings.publicOrigin),
    countMoneyCall: async (user) => {
      const rule = user.isAdmin ? adminMoneyRule : moneyRule;
      await countTry({ ...sessions, rateLimitScale: settings.rateLimitScale }, rule, user.id);
    },
    checkAnswers: options.checkAnswers ?? false,
    registered: [],
  });
  recordRoutes(app);
  addHealthRoutes(app, options.isReady);
  if (options.webRoot !== undefined) serveWebApp(app, options.webRoot);
  return app;
}

/** An incoming id is kept when it is a plain token, so that one id leads through a proxy's log and ours. */
function readRequestId(header: string | string[] | undefined): string {
  return typeof header === "string" && /^[\w-]{8,64}$/.test(header) ? header : randomUUID();
}

function toTrustProxy(setting: Settings["trustProxy"]): NonNullable<FastifyServerOptions["trustProxy"]> {
  if (setting === undefined) return false;
  // The socket's own address is number 0; each trusted proxy vouches for the one before it.
  return typeof setting === "number" ? (_address, hop) => hop < setting : [...setting];
}

/** Forms and plain text, which another site could send without asking first, are a 415. */
function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body: string, done) => {
    // A client that always sets the header also sets it where there is nothing to say.
    if (body === "") done(null, undefined);
    else void parse(request, body, done);
  });
}

/** What could not even be read as HTTP (a torn request line, headers of more than 16 KB) has no route and no reply object. */
function answerMalformedRequest(error: ConnectionError, socket: Duplex): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const { body } = toErrorAnswer(new AppError("VALIDATION", "The request is not valid HTTP."));
  const json = JSON.stringify(body);
  const headers = {
    ...securityHeaders,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(json)),
    "x-request-id": randomUUID(),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 400 ${STATUS_CODES[400] ?? ""}`, ...lines, "", json].join("\r\n"));
}

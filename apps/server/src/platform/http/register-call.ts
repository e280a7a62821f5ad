import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import {
  secondFactorMessages,
  type AnswerOf,
  type BodyOf,
  type Call,
  type ParamsOf,
  type QueryOf,
} from "@wazi/contracts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../base/app-error.ts";
import { findRoleRefusal, type Guard } from "./guard.ts";
import type { SessionRow } from "./session-user.ts";
import type { UserRead } from "./user-read.ts";
import { assertAnswerMatchesCall, checkError } from "./assert-answer.ts";
import { Answer } from "./answer.ts";
import { sendError } from "./errors.ts";
import { compressJson, isCompressible } from "./compress-json.ts";
import { parsePart, refuseMalformed } from "./parse-part.ts";
import { readBytes, type Receiving } from "./read-bytes.ts";
import { runProved, stepUpRefusal } from "./run-proved.ts";
import type { SessionCookies } from "./session.ts";
import type { Site } from "./same-origin.ts";
import { sendFile, type WebFile } from "./static-files.ts";
import * as texts from "../../messages/platform.ts";

/** A server to register calls with. */
export type App = FastifyInstance;
export type CallRequest = FastifyRequest;

/** Shared services that buildServer provides to every call. */
interface CallContext {
  guard: Guard;
  cookies: SessionCookies;
  /** True when the browser's headers name a page of another origin. */
  isCrossOrigin(request: FastifyRequest): boolean;
  /** Administrators without a second factor may do nothing but set one up. */
  requiresAdminFactor: boolean;
  /** The address of the installation as the browser of this request knows it. */
  findSite: (request: FastifyRequest) => Site;
  /** The keys that calls of this process are working on. Each promise resolves at the end of its call and never rejects. */
  runningKeys: Map<string, Promise<void>>;
  /** Check every answer against the call's schemas. On in tests, where a mismatch becomes a 500. */
  checkAnswers: boolean;
  /** All registered calls, aliases included. */
  registered: RegisteredCall[];
}

interface RegisteredCall {
  call: Call;
  method: Call["method"];
  path: string;
}

declare module "fastify" {
  interface FastifyInstance {
    calls: CallContext;
  }
  interface FastifyRequest {
    /** Set once the call's permission has been checked; undefined on public calls. */
    sessionUser: SessionRow | undefined;
    /** Set with it on calls with `reads`. */
    userRead: unknown;
    /** Set before it. */
    readAt: number | undefined;
  }
}

type UserOf<C extends Call> = C["permission"] extends "public" ? undefined : SessionRow;

export interface CallInput<C extends Call, Body = BodyOf<C>> {
  body: Body;
  params: ParamsOf<C>;
  query: QueryOf<C>;
  user: UserOf<C>;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Set for calls that move money when the client sent the header. */
  idempotencyKey: string | undefined;
  /** The data read with the session, for calls with `reads`. */
  read: unknown;
  /** When that began, in milliseconds of `performance.now()`. */
  readAt: number;
}

export type CallHandler<C extends Call, Body = BodyOf<C>> = (
  input: CallInput<C, Body>,
) => Promise<AnswerOf<C> | Answer<AnswerOf<C>>> | AnswerOf<C> | Answer<AnswerOf<C>>;

export interface CallOptions<C extends Call> {
  /** Runs after the permission check and before the body is received. Throws to reject. */
  beforeBody?: (input: Pick<CallInput<C>, "user" | "request" | "reply">) => Promise<void> | void;
  /** Runs after the permission check and before validation, because the block is reported first. Throws to reject. */
  before?: (input: Omit<CallInput<C>, "body" | "query">) => Promise<void> | void;
  /** The handler gets the unvalidated JSON. It validates it and asks for a proof (`runProved`) itself. */
  rawBody?: boolean;
  /** The handler gets the raw bytes of the body, undefined when empty, because parsing them here would block too long. */
  bytesBody?: boolean;
  /** With `bytesBody`: bounds the memory and the slowness of the body. */
  receiving?: (request: FastifyRequest) => Receiving | undefined;
  /** Read this about the user in the statement that reads the session. */
  reads?: UserRead<unknown>;
  /** The argument of `reads`, from a valid query and the request. With any other query the call is refused later. */
  readArgument?: (query: QueryOf<C>, request: FastifyRequest) => string | null;
  /** An alias path for the same call. */
  path?: string;
  /** Runs before a 401 for a session cookie that is no longer valid. */
  onExpiredSession?: (request: FastifyRequest, reply: FastifyReply) => void;
}

/**
 * Registers a route for a call of the contract, which defines permission, input and answers. The permission is checked
 * before the body is read. The handler returns the body of the first declared status, or an `Answer` with another one.
 */
export function registerCall<const C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: CallHandler<C, unknown>,
  options: CallOptions<C> & { rawBody: true },
): void;
export function registerCall<const C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: CallHandler<C, Buffer | undefined>,
  options: CallOptions<C> & { bytesBody: true },
): void;
export function registerCall<const C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: CallHandler<C>,
  options?: CallOptions<C> & { rawBody?: false; bytesBody?: false },
): void;
export function registerCall<const C extends Call>(
  app: FastifyInstance,
  call: C,
  handler: CallHandler<C, never>,
  options: CallOptions<C> = {},
): void {
  const path = options.path ?? call.path;
  app.calls.registered.push({ call, method: call.method, path });
  if (options.bytesBody) {
    void app.register((scope, _options, done) => {
      parseBodyAsBytes(scope, call.maxBodyBytes ?? scope.initialConfig.bodyLimit ?? 0, options.receiving);
      addRoute(scope, call, path, handler, options);
      done();
    });
  } else addRoute(app, call, path, handler, options);
}

/** Replaces the JSON parser for the routes of this scope only. */
function parseBodyAsBytes(scope: FastifyInstance, limit: number, receiving: CallOptions<Call>["receiving"]): void {
  scope.removeContentTypeParser("application/json");
  scope.addContentTypeParser("application/json", (request: FastifyRequest, payload: IncomingMessage) =>
    readBytes(payload, request.headers, limit, receiving?.(request)),
  );
}

function addRoute<C extends Call>(
  app: FastifyInstance,
  call: C,
  path: string,
  handler: CallHandler<C, never>,
  options: CallOptions<C>,
): void {
  const { calls } = app;
  const { reads } = calls.guard;
  if (options.reads !== undefined && !reads.includes(options.reads)) reads.push(options.reads);
  app.route({
    method: call.method,
    url: path,
    ...(call.maxBodyBytes === undefined ? {} : { bodyLimit: call.maxBodyBytes }),
    ...(calls.checkAnswers
      ? { errorHandler: (error, request, reply) => sendError(checkError(call, error), request, reply) }
      : {}),
    onRequest: async (request, reply) => {
      request.sessionUser = await authorize(calls, call, request, options, () =>
        options.onExpiredSession?.(request, reply),
      );
      await options.beforeBody?.({ user: request.sessionUser as UserOf<C>, request, reply });
    },
    handler: async (request, reply) => {
      refuseInvalidIds(request.params);
      const params = parsePart(call.params, normalizeIds(request.params), "params") as ParamsOf<C>;
      const user = request.sessionUser as UserOf<C>;
      const idempotencyKey = call.movesMoney ? readIdempotencyKey(request) : undefined;
      const { userRead: read, readAt = performance.now() } = request;
      const given = { params, user, request, reply, idempotencyKey, read, readAt };
      await options.before?.(given);
      const query = parsePart(call.query, request.query, "query") as QueryOf<C>;
      const body = options.bytesBody ? request.body : readBody(call, request.body, options.rawBody ?? false);
      const run = async (isProved: boolean) => {
        if (!isProved) throw stepUpRefusal();
        return handler({ ...given, query, body: body as never });
      };
      const asked = { user: request.sessionUser, request };
      const result = await (options.rawBody ? run(true) : runProved(calls, call, asked, run));
      return sendAnswer(calls, call, reply, result);
    },
  });
}

/** Ignores the body of a call that declares none. */
function readBody(call: Call, sent: unknown, isRaw: boolean): unknown {
  if (call.body === undefined) return undefined;
  const body = call.optionalBody ? (sent ?? {}) : sent;
  if (!isRaw) return parsePart(call.body, body, "body");
  refuseMalformed(body, "body");
  return body;
}

type ReadOptions = Pick<CallOptions<Call>, "reads"> & {
  readArgument?: (query: never, request: FastifyRequest) => string | null;
};

async function authorize(
  calls: CallContext,
  call: Call,
  request: FastifyRequest,
  options: ReadOptions,
  onDeadSession: () => void,
): Promise<SessionRow | undefined> {
  if (call.permission === "public") return undefined;
  const token = calls.cookies.readSession(request);
  const user = await findUser(calls, call, request, token, options);
  if (user === undefined) {
    onDeadSession();
    throw new AppError("UNAUTHENTICATED", texts.signInNeeded);
  }
  const refusal = call.permission === "admin" ? findRoleRefusal(user.adminRole, call.right) : undefined;
  if (refusal) {
    await calls.guard.recordDenied(user, call, nameOf(call), request.ip);
    throw refusal;
  }
  if (call.permission !== "signed-in" && !user.isActive) {
    throw new AppError("RESTRICTED", texts.accountRestricted);
  }
  if (calls.requiresAdminFactor && user.isAdmin && !user.hasSecondFactor && !call.openWithoutFactor) {
    throw new AppError("FACTOR_REQUIRED", secondFactorMessages.factorRequired);
  }
  return user;
}

async function findUser(
  calls: CallContext,
  call: Call,
  request: FastifyRequest,
  token: string | undefined,
  { reads, readArgument }: ReadOptions,
): Promise<SessionRow | undefined> {
  const argument = readArgument ? findArgument(call, request, readArgument) : null;
  request.readAt = performance.now();
  const found = await calls.guard.authenticate(token, reads ?? null, argument);
  request.userRead = found?.read;
  return found?.session;
}

function findArgument(
  call: Call,
  request: FastifyRequest,
  readArgument: NonNullable<ReadOptions["readArgument"]>,
): string | null {
  const query = call.query?.safeParse(request.query);
  return query?.success === false ? null : readArgument(query?.data as never, request);
}

/** The name of a call in the audit log and in stored keys. */
export const nameOf = ({ method, path }: Call): string => `${method} ${path}`;

const idPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The `:id` of a path, if it is a UUID. With any other text the call is refused later. */
export function findPathId(request: FastifyRequest): string | null {
  const { id } = request.params as { id?: string };
  return id !== undefined && idPattern.test(id) ? id.toLowerCase() : null;
}

/** Every `:id` and `:session` in a path is a UUID, so any other text is a 404. */
function refuseInvalidIds(params: unknown): void {
  const { id, session } = (params ?? {}) as { id?: string; session?: string };
  const isUnknown = [id, session].some((each) => each !== undefined && !idPattern.test(each));
  if (isUnknown) throw new AppError("NOT_FOUND", texts.notFound);
}

/** Lower-cases UUIDs, so that texts stored by id, as in the audit log, can be found again. */
function normalizeIds(params: unknown): unknown {
  const entries = Object.entries((params ?? {}) as Record<string, string>);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, idPattern.test(value) ? value.toLowerCase() : value]),
  );
}

/** 1 to 255 visible ASCII characters. */
const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;

/** The key, if there is a valid one. */
export function findIdempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers["idempotency-key"];
  return typeof header === "string" && idempotencyKeyPattern.test(header) ? header : undefined;
}

function readIdempotencyKey(request: FastifyRequest): string | undefined {
  if (request.headers["idempotency-key"] === undefined) return undefined;
  const key = findIdempotencyKey(request);
  if (key !== undefined) return key;
  throw new AppError("VALIDATION", texts.idempotencyKeyInvalid);
}

function getSuccessStatus(call: Call): number {
  const [status] = Object.keys(call.answers);
  if (status === undefined) throw new Error(`${call.method} ${call.path} has no answers`);
  return Number(status);
}

function sendAnswer(
  calls: CallContext,
  call: Call,
  reply: FastifyReply,
  result: unknown,
): FastifyReply | Promise<FastifyReply> {
  const answer = result instanceof Answer ? result : new Answer(getSuccessStatus(call), result);
  if (calls.checkAnswers) assertAnswerMatchesCall(call, answer);
  void reply.code(answer.status);
  if (answer.status === 204) return reply.send();
  if (answer.start) {
    void reply.type(formatMediaType(call)).hijack();
    reply.raw.writeHead(answer.status, reply.getHeaders() as OutgoingHttpHeaders).flushHeaders();
    answer.start(reply.raw);
    return reply;
  }
  const file = answer.bytes ?? answer.stream;
  if (file) return reply.type(formatMediaType(call)).send(file);
  if (answer.prepared) return sendPrepared(calls, answer.prepared, reply);
  void reply.type("application/json; charset=utf-8");
  const json = answer.json ?? JSON.stringify(answer.body);
  return isCompressible(call) ? sendCompressed(calls, call, reply, json) : reply.send(json);
}

function sendPrepared(calls: CallContext, prepared: WebFile, reply: FastifyReply): FastifyReply {
  const { request } = reply;
  return sendFile(calls.isCrossOrigin(request) ? { ...prepared, encoded: [] } : prepared, request, reply);
}

/** Another site's page must not make a browser fetch answers whose compressed lengths it could compare. */
function sendCompressed(
  calls: CallContext,
  call: Call,
  reply: FastifyReply,
  json: string,
): FastifyReply | Promise<FastifyReply> {
  const { request } = reply;
  void reply.header("vary", "accept-encoding");
  const compressed = calls.isCrossOrigin(request)
    ? undefined
    : compressJson(call, json, request.headers["accept-encoding"]);
  if (compressed === undefined) return reply.send(json);
  return compressed.bytes.then((bytes) => reply.header("content-encoding", compressed.name).send(bytes));
}

/** Adds the charset to text types; event streams are always UTF-8. */
function formatMediaType({ mediaType = "application/octet-stream" }: Call): string {
  return mediaType.startsWith("text/") && mediaType !== "text/event-stream" ? `${mediaType}; charset=utf-8` : mediaType;
}

import type { BodyOf, Call, ErrorCode, ParamsOf, QueryOf } from "@wazi/contracts";
import type { Sql } from "../../platform/db/pool.ts";
import { parsePart } from "../../platform/http/parse-part.ts";
import {
  type App,
  type CallRequest,
  findIdempotencyKey,
  nameOf,
  registerCall,
} from "../../platform/http/register-call.ts";
import type { SessionRow } from "../../platform/http/session-user.ts";
import type { Answer as MoneyAnswer } from "../door/run-money-operation.ts";
import type { UserRead } from "../../platform/http/user-read.ts";
import { takeIfFresh } from "../investors/store.ts";
import { type CallStart, findKey, storeAnswer, type StoredKey, toStartArgument, withStoredKey } from "./store.ts";
import { AnsweredElsewhereError, type RequestKey } from "./request-key.ts";
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../platform/base/app-error.ts";
import { toCanonicalJson } from "../../platform/base/canonical-json.ts";
import { runProved } from "../../platform/http/run-proved.ts";
import { Answer } from "../../platform/http/answer.ts";
import { toErrorAnswer } from "../../platform/http/errors.ts";
import * as texts from "../../messages/ledger.ts";

/** Errors that are not stored: a retry with the same key runs again. */
const unstoredStatuses = new Set([400, 429]);
/** The same for these codes: the caller does what is missing, and repeats the call. */
const unstoredCodes: ReadonlySet<ErrorCode> = new Set(["STEP_UP_REQUIRED", "FACTOR_REQUIRED"]);

/** A call waits this long for another one with the same key. */
const MAX_WAIT_MS = 5_000;

/**
 * Retry-After marks a 409 that means "still processing", in contrast to a final 409: the client gets the outcome by
 * repeating the call with the same key.
 */
const IN_PROGRESS_RETRY_SECONDS = 1;

const NO_CONTENT = 204;

/** The keys that this process is working on. Each promise resolves at the end of its call and never rejects. */
type RunningKeys = Map<string, Promise<void>>;

/** Returns the stored answer; null when the key is new, or its call of several commits has to continue. */
function replayAnswer(stored: StoredKey | null, { payloadHash }: RequestKey): Answer<never> | null {
  if (stored === null) return null;
  if (stored.payloadHash !== payloadHash) {
    throw new AppError("IDEMPOTENCY_MISMATCH", texts.idempotencyMismatch);
  }
  if (stored.status === NO_CONTENT) return new Answer(NO_CONTENT, undefined as never);
  if (stored.status === null || stored.body === null) return null;
  return Answer.fromJson(stored.status, stored.body);
}

/**
 * Runs a request at most once per Idempotency-Key. The same key and payload returns the first answer byte for byte, and
 * another payload is a 422. A call whose key another call is using in this process waits for it. Calls in different
 * processes may decide at the same time: the ledger's door stores the key in the same commit as the postings, so one of
 * them moves money and both return its answer. A process that dies leaves either the effect with its answer, or nothing.
 * @throws AppError CONFLICT with Retry-After when the other call takes longer than five seconds
 */
export async function answerOnce(
  deps: { sql: Sql; running: RunningKeys },
  request: {
    userId: string;
    call: string;
    key: string | undefined;
    payload: unknown;
    /** The answer that was stored under the key when the session was read; undefined when that was too long ago. */
    stored?: StoredKey | null | undefined;
  },
  run: (requestKey: RequestKey | null) => Promise<MoneyAnswer>,
): Promise<Answer<unknown>> {
  const { userId, call, key, payload } = request;
  if (key === undefined) return toAnswer(await run(null));
  const payloadHash = createHash("sha256").update(toCanonicalJson(payload)).digest("hex");
  const requestKey: RequestKey = { userId, call, key, payloadHash };
  const name = JSON.stringify([userId, call, key]);
  const hasWaited = await waitForOther(deps.running, name);
  const answered = runWithKey(deps.sql, requestKey, hasWaited ? undefined : request.stored, run);
  deps.running.set(
    name,
    answered.then(ignore, ignore).finally(() => deps.running.delete(name)),
  );
  return answered;
}

const ignore = (): undefined => undefined;

/** Returns true when another call had the key. */
async function waitForOther(running: RunningKeys, name: string): Promise<boolean> {
  if (!running.has(name)) return false;
  const giveUp = new AbortController();
  const timeout = sleep(MAX_WAIT_MS, "too long" as const, { signal: giveUp.signal, ref: false }).catch(ignore);
  try {
    for (let other = running.get(name); other; other = running.get(name)) {
      if ((await Promise.race([other, timeout])) === undefined) continue;
      throw new AppError("CONFLICT", texts.requestInProgress, {
        retryAfterSeconds: IN_PROGRESS_RETRY_SECONDS,
      });
    }
    return true;
  } finally {
    giveUp.abort();
  }
}

async function runWithKey(
  sql: Sql,
  requestKey: RequestKey,
  stored: StoredKey | null | undefined,
  run: (requestKey: RequestKey) => Promise<MoneyAnswer>,
): Promise<Answer<unknown>> {
  const found = stored === undefined ? await findKey(sql, requestKey) : stored;
  const before = replayAnswer(found, requestKey);
  if (before) return before;
  try {
    return toAnswer(await run(requestKey));
  } catch (error) {
    const meanwhile = await settleError(sql, requestKey, error);
    if (meanwhile) return meanwhile;
    throw error;
  }
}

/** Stores a final error as the answer. Returns the answer that another process has stored meanwhile. */
async function settleError(sql: Sql, requestKey: RequestKey, error: unknown): Promise<Answer<never> | null> {
  const { body } = toErrorAnswer(error);
  const isFinal =
    error instanceof AppError &&
    body.statusCode < 500 &&
    !unstoredStatuses.has(body.statusCode) &&
    !unstoredCodes.has(body.code);
  try {
    if (isFinal) await storeAnswer(sql, requestKey, body.statusCode, JSON.stringify(body));
    if (isFinal || !(error instanceof AppError || error instanceof AnsweredElsewhereError)) return null;
  } catch (failure) {
    if (!(failure instanceof AnsweredElsewhereError)) throw failure;
  }
  return replayAnswer(await findKey(sql, requestKey), requestKey);
}

function toAnswer({ status, body }: MoneyAnswer): Answer<unknown> {
  if (status === NO_CONTENT) return new Answer(status, undefined);
  return new Answer(status, body, JSON.stringify(body));
}

/** Data that was read with the session. */
export type First<T> = T & {
  /** When that began, in milliseconds of `performance.now()`. */
  readAt: number;
};

export interface MoneyInput<C extends Call, T extends object> {
  body: BodyOf<C>;
  params: ParamsOf<C>;
  query: QueryOf<C>;
  user: SessionRow;
  /** The answer is stored under it, in the commit of what the call moves; null without an Idempotency-Key. */
  requestKey: RequestKey | null;
  /** The data read with the session, for the first attempt; null without `reads`, and when there was none to read. */
  first: First<T> | null;
  /** The client's IP address, for the audit log. */
  address: string;
  /** False only for calls with `asksLast`: the handler refuses at its end. */
  isProved: boolean;
}

type MoneyCall = Call & { permission: "signed-in" | "investor" | "admin"; movesMoney: true };

/**
 * Registers a call that moves money. An Idempotency-Key replay is answered first; then come the rate limit, the check
 * for a blocked user, the validation of the body and the proof of who the user is. The handler checks for a blocked user
 * itself. `blocked` repeats that check only for an invalid body, so that a valid request is checked once.
 */
export function registerMoneyCall<const C extends MoneyCall, T extends object = never>(
  app: App,
  sql: Sql,
  call: C,
  handler: (input: MoneyInput<C, T>) => Promise<MoneyAnswer>,
  options: {
    blocked?: (user: SessionRow, body: unknown) => Promise<void>;
    /** Read this about the user in the statement that reads the session and the Idempotency-Key. */
    reads?: UserRead<T | null>;
    /** The argument of `reads`. */
    readArgument?: (request: CallRequest) => string | null;
  } = {},
): void {
  registerCall<MoneyCall>(
    app,
    call,
    async ({ body: raw, params, query, user, request, idempotencyKey, read, readAt }) => {
      const start = read as CallStart<T | null>;
      const payload = { params, body: raw, ...toQueryPayload(query) };
      const answer = await answerOnce(
        { sql, running: app.calls.runningKeys },
        {
          userId: user.id,
          call: nameOf(call),
          key: idempotencyKey,
          payload,
          // A body may take long, and the key may have been answered meanwhile.
          stored: start.storedKey ?? (takeIfFresh({ readAt }) ? null : undefined),
        },
        async (requestKey) => {
          // Replays are answered before this and are not counted, because they move no money.
          await app.calls.guard.countMoneyCall(user);
          const body = await parseUnlessBlocked(call, raw, () => options.blocked?.(user, raw));
          return runProved(app.calls, call, { user, request }, (isProved) =>
            handler({
              body,
              params: params as ParamsOf<C>,
              query: query as QueryOf<C>,
              user,
              requestKey,
              first: start.read && { ...start.read, readAt },
              address: request.ip,
              isProved,
            }),
          );
        },
      );
      return answer as never;
    },
    {
      rawBody: true,
      reads: withStoredKey(options.reads),
      readArgument: (_query, request) =>
        toStartArgument(nameOf(call), findIdempotencyKey(request), options.readArgument?.(request) ?? null),
    },
  );
}

/** The query part of the payload; left out when empty, so that it does not change the hash of calls without a query. */
function toQueryPayload(query: object | undefined): { query?: object } {
  return query === undefined || Object.keys(query).length === 0 ? {} : { query };
}

async function parseUnlessBlocked<C extends Call>(
  call: C,
  raw: unknown,
  refuseBlocked: () => Promise<void> | undefined,
): Promise<BodyOf<C>> {
  try {
    return parsePart(call.body, raw, "body") as BodyOf<C>;
  } catch (error) {
    await refuseBlocked();
    throw error;
  }
}

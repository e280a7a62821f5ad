import type { BodyOf, Call, ParamsOf, QueryOf } from "@wazi/contracts";
import type { Sql } from "../../platform/db/pool.ts";
import { parsePart } from "../../platform/http/parse-part.ts";
import {
  findIdempotencyKey,
  nameOf,
  registerCall,
  type App,
  type CallRequest,
} from "../../platform/http/register-call.ts";
import type { SessionRow } from "../../platform/http/session-user.ts";
import type { Answer as MoneyAnswer } from "../door/run-money-operation.ts";
import type { UserRead } from "../../platform/http/user-read.ts";
import { takeIfFresh } from "../investors/store.ts";
import { answerOnce } from "./answer-once.ts";
import { type CallStart, toStartArgument, withStoredKey } from "./store.ts";
import type { RequestKey } from "./request-key.ts";

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
}

type MoneyCall = Call & { permission: "signed-in" | "investor" | "admin"; movesMoney: true };

/**
 * Registers a call that moves money. An Idempotency-Key replay is answered first; then come the rate limit, the check
 * for a blocked user and the validation of the body. The handler checks for a blocked user itself. `blocked` repeats
 * that check only for an invalid body, so that a valid request is checked once.
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
          return handler({
            body,
            params: params as ParamsOf<C>,
            query: query as QueryOf<C>,
            user,
            requestKey,
            first: start.read && { ...start.read, readAt },
            address: request.ip,
          });
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

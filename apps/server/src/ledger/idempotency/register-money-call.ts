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
import { callStartRead, toKeyArgument, type CallStartRead } from "../investors/call-start-store.ts";
import type { FirstRead } from "../investors/store.ts";
import { answerOnce } from "./answer-once.ts";
import type { RequestKey } from "./request-key.ts";

export interface MoneyInput<C extends Call> {
  body: BodyOf<C>;
  params: ParamsOf<C>;
  query: QueryOf<C>;
  user: SessionRow;
  /** The answer is stored under it, in the commit of what the call moves; null without an Idempotency-Key. */
  requestKey: RequestKey | null;
  /** The data read with the session, for the first attempt; null without `readsInvestor`. */
  first: FirstRead | null;
  /** The client's IP address, for the audit log. */
  address: string;
}

type MoneyCall = Call & { permission: "signed-in" | "investor" | "admin"; movesMoney: true };

/**
 * Registers a call that moves money. An Idempotency-Key replay is answered first; then come the rate limit, the check
 * for a blocked user and the validation of the body. The handler checks for a blocked user itself. `blocked` repeats
 * that check only for an invalid body, so that a valid request is checked once.
 */
export function registerMoneyCall<const C extends MoneyCall>(
  app: App,
  sql: Sql,
  call: C,
  handler: (input: MoneyInput<C>) => Promise<MoneyAnswer>,
  options: {
    blocked?: (user: SessionRow, body: unknown) => Promise<void>;
    /** Read the investor, and the Idempotency-Key if there is one, in the statement that reads the session. */
    readsInvestor?: boolean;
  } = {},
): void {
  const readsStart = {
    reads: callStartRead,
    readArgument: (_query: unknown, request: CallRequest) => {
      const key = findIdempotencyKey(request);
      return key === undefined ? null : toKeyArgument(nameOf(call), key);
    },
  };
  registerCall<MoneyCall>(
    app,
    call,
    async ({ body: raw, params, query, user, request, idempotencyKey, read, readAt }) => {
      const start = options.readsInvestor ? (read as CallStartRead) : undefined;
      const payload = { params, body: raw, ...toQueryPayload(query) };
      const answer = await answerOnce(
        { sql, running: app.calls.runningKeys },
        {
          userId: user.id,
          call: nameOf(call),
          key: idempotencyKey,
          payload,
          stored: idempotencyKey === undefined ? undefined : start?.storedKey,
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
            first: start ? { row: start.row, bots: start.bots, readAt } : null,
            address: request.ip,
          });
        },
      );
      return answer as never;
    },
    { rawBody: true, ...(options.readsInvestor ? readsStart : {}) },
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

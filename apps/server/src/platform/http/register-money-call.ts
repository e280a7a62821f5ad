import type { BodyOf, Call, ParamsOf, QueryOf } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import type { SessionRow } from "../../people/identity/store.ts";
import type { RequestKey } from "../../ledger/idempotency/request-key.ts";
import type { FirstRead } from "../../ledger/investors/store.ts";
import type { Answer as MoneyAnswer } from "../../ledger/door/run-money-operation.ts";
import type { Sql } from "../db/pool.ts";
import { answerOnce } from "./idempotency.ts";
import { parsePart } from "./parse-part.ts";
import { nameOf, registerCall } from "./register-call.ts";

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
  app: FastifyInstance,
  sql: Sql,
  call: C,
  handler: (input: MoneyInput<C>) => Promise<MoneyAnswer>,
  options: {
    blocked?: (user: SessionRow, body: unknown) => Promise<void>;
    readsInvestor?: boolean;
  } = {},
): void {
  registerCall<MoneyCall>(
    app,
    call,
    async ({ body: raw, params, query, user, request, idempotencyKey, start }) => {
      const payload = { params, body: raw, ...toQueryPayload(query) };
      const answer = await answerOnce(
        { sql, running: app.calls.runningKeys },
        { userId: user.id, call: nameOf(call), key: idempotencyKey, payload, stored: start?.storedKey },
        async (requestKey) => {
          // Replays are answered before this and are not counted, because they move no money.
          await app.calls.countMoneyCall(user);
          const body = await parseUnlessBlocked(call, raw, () => options.blocked?.(user, raw));
          return handler({
            body,
            params: params as ParamsOf<C>,
            query: query as QueryOf<C>,
            user,
            requestKey,
            first: start?.investor ?? null,
            address: request.ip,
          });
        },
      );
      return answer as never;
    },
    { rawBody: true, readsInvestor: options.readsInvestor ?? false },
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

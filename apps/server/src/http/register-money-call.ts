import type { BodyOf, Call, ParamsOf, QueryOf } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import type { SessionUser } from "../core/identity/store.ts";
import type { Answer as Outcome, Claim } from "../core/ledger/run-money-operation.ts";
import type { Sql } from "../db/pool.ts";
import { answerOnce } from "./idempotency.ts";
import { parsePart } from "./parse-part.ts";
import { registerCall } from "./register-call.ts";

export interface MoneyInput<C extends Call> {
  body: BodyOf<C>;
  params: ParamsOf<C>;
  query: QueryOf<C>;
  user: SessionUser;
  /** Where the answer is kept; null without an Idempotency-Key. */
  claim: Claim | null;
  /** Where the request comes from, for the audit log. */
  address: string;
}

type MoneyCall = Call & { permission: "signed-in" | "investor" | "admin"; movesMoney: true };

/**
 * Registers a call that moves money: a replay of an Idempotency-Key is answered before anything is checked; then who is
 * too fast is refused, then what is blocked, then what is wrong with the body. The handler itself refuses what is
 * blocked; `blocked` does so for a body that never gets there, so that a sound request is not looked at twice.
 */
export function registerMoneyCall<const C extends MoneyCall>(
  app: FastifyInstance,
  sql: Sql,
  call: C,
  handler: (input: MoneyInput<C>) => Promise<Outcome>,
  options: { blocked?: (user: SessionUser, body: unknown) => Promise<void> } = {},
): void {
  registerCall<MoneyCall>(
    app,
    call,
    async ({ body: raw, params, query, user, request, idempotencyKey }) => {
      const payload = { params, body: raw, ...toQueryPayload(query) };
      const answer = await answerOnce(
        sql,
        { userId: user.id, call: `${call.method} ${call.path}`, key: idempotencyKey, payload },
        async (claim) => {
          // Not before a replay is answered: asking again for what is done already moves nothing.
          await app.calls.countMoneyCall(user);
          const body = await parseUnlessBlocked(call, raw, () => options.blocked?.(user, raw));
          return handler({
            body,
            params: params as ParamsOf<C>,
            query: query as QueryOf<C>,
            user,
            claim,
            address: request.ip,
          });
        },
      );
      return answer as never;
    },
    { rawBody: true },
  );
}

/** Of a payload: what stood behind the question mark. Without any, it is what it is of a call that takes none. */
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

import type { AnswerOf, Call } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import type { UserRead } from "./user-read.ts";
import { Answer } from "./answer.ts";
import { type CallInput, type CallOptions, registerCall } from "./register-call.ts";
import { gatherReads } from "../base/gather.ts";

type SharedCall = Call & { method: "GET"; permission: "public" };

const OK = 200;

/**
 * Registers a call whose answer is the same for everybody. Calls that arrive together share one read and its JSON. A call
 * never gets what was read before it arrived.
 */
export function registerShared<const C extends SharedCall>(
  app: FastifyInstance,
  call: C,
  read: () => Promise<AnswerOf<C>>,
): void {
  const readJson = gatherReads<null, string>(async (calls) => {
    const json = JSON.stringify(await read());
    return calls.map(() => json);
  });
  registerCall<SharedCall>(app, call, async () => Answer.fromJson(OK, await readJson(null)));
}

type ReadCall = Call & { method: "GET"; permission: "signed-in" | "investor" };

/**
 * Registers a call that answers with figures of its user. They are read in the statement that finds the session, so the
 * call is one round trip to the database.
 */
export function registerRead<const C extends ReadCall, T>(
  app: FastifyInstance,
  call: C,
  reads: UserRead<T>,
  answer: (
    read: T,
    input: CallInput<C>,
  ) => Promise<AnswerOf<C> | Answer<AnswerOf<C>>> | AnswerOf<C> | Answer<AnswerOf<C>>,
  options: Pick<CallOptions<C>, "onExpiredSession" | "path" | "readArgument"> = {},
): void {
  registerCall(app, call, (input) => answer(input.read as T, input), { ...options, reads });
}

import type { AnswerOf, Call } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import type { UserRead } from "./user-read.ts";
import type { Answer } from "./answer.ts";
import { registerCall, type CallInput, type CallOptions } from "./register-call.ts";

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

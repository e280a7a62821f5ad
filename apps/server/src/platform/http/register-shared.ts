import type { AnswerOf, Call } from "@wazi/contracts";
import type { FastifyInstance } from "fastify";
import { gatherReads } from "../base/gather.ts";
import { Answer } from "./answer.ts";
import { registerCall } from "./register-call.ts";

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

import { isDeepStrictEqual } from "node:util";
import type { Call } from "@wazi/contracts";
import type { Answer } from "./answer.ts";

/**
 * Throws when an answer is not one that the call promises: another status, another shape, or a field that its schema
 * does not name, which might be something that nobody should see.
 */
export function assertAnswerMatchesCall(call: Call, answer: Answer<unknown>): void {
  const name = `${call.method} ${call.path}`;
  const schema = call.answers[answer.status];
  const json = answer.json ?? JSON.stringify(answer.body);
  if (schema === undefined) {
    if (answer.json !== undefined && answer.status >= 400) return;
    throw new Error(`${name} does not promise a ${answer.status}`);
  }
  if ((answer.bytes ?? answer.stream) === undefined ? call.mediaType !== undefined : call.mediaType === undefined) {
    throw new Error(`${name} promises ${call.mediaType ?? "JSON"} and answers something else`);
  }
  if (schema === null) {
    if (json !== undefined) throw new Error(`${name} promises no body with a ${answer.status}`);
    return;
  }
  const sent: unknown = json === undefined ? undefined : JSON.parse(json);
  const parsed = schema.safeParse(sent);
  if (!parsed.success)
    throw new Error(`${name} answers what it does not promise: ${JSON.stringify(parsed.error.issues)}`);
  if (!isDeepStrictEqual(parsed.data, sent)) {
    throw new Error(`${name} answers more than it promises: ${JSON.stringify(sent)}`);
  }
}

import { isDeepStrictEqual } from "node:util";
import type { Call, ErrorCode } from "@wazi/contracts";
import type { Answer } from "./answer.ts";
import { toErrorAnswer } from "./errors.ts";
import { listErrors } from "./list-errors.ts";

/**
 * Throws when an answer does not match the contract of its call: another status, another shape, or a field that is not
 * in the schema. Such a field could leak private data.
 */
export function assertAnswerMatchesCall(call: Call, answer: Answer<unknown>): void {
  const name = `${call.method} ${call.path}`;
  const schema = call.answers[answer.status];
  const json = answer.prepared?.plain.toString() ?? answer.json ?? JSON.stringify(answer.body);
  if (schema === undefined) {
    if (answer.json !== undefined && answer.status >= 400) {
      // The first answer of an Idempotency-Key.
      return assertErrorOfCall(call, (JSON.parse(answer.json) as { code: ErrorCode }).code);
    }
    throw new Error(`${name} does not declare status ${answer.status}`);
  }
  if (
    (answer.bytes ?? answer.stream ?? answer.start) === undefined
      ? call.mediaType !== undefined
      : call.mediaType === undefined
  ) {
    throw new Error(`${name} declares ${call.mediaType ?? "JSON"} but answers with another media type`);
  }
  if (schema === null) {
    if (json !== undefined) throw new Error(`${name} declares no body for status ${answer.status}`);
    return;
  }
  const sent: unknown = json === undefined ? undefined : JSON.parse(json);
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw new Error(`${name} does not match its schema: ${JSON.stringify(parsed.error.issues)}`);
  if (!isDeepStrictEqual(parsed.data, sent)) {
    throw new Error(`${name} has fields that are not in its schema: ${JSON.stringify(sent)}`);
  }
}

/** Returns the error, or another one when its code is not among those of the call. */
export function checkError(call: Call, error: unknown): unknown {
  try {
    assertErrorOfCall(call, toErrorAnswer(error).body.code);
    return error;
  } catch (unlisted) {
    return unlisted;
  }
}

function assertErrorOfCall(call: Call, code: ErrorCode): void {
  if (!listErrors(call).includes(code)) throw new Error(`${call.method} ${call.path} does not list the error ${code}`);
}

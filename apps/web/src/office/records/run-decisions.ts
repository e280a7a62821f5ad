import { failureText, isOutcomeUnknown, isSignedOut } from "../../lib/api-client.ts";
import * as texts from "../../messages/admin-records.ts";

/** How far one decision of many has come. */
export type DecisionState =
  | { kind: "waiting" }
  | { kind: "deciding" }
  | { kind: "done"; text: string }
  /** `mayBeDone`: there was no answer. */
  | { kind: "failed"; text: string; mayBeDone: boolean }
  | { kind: "not-tried" };

/**
 * Makes decisions one after the other, each through its own call. A refusal does not keep the others from being decided. After a
 * call without an answer, or without a session, nothing more is tried.
 * @param decide returns what to say of it
 */
export async function runDecisions<Row extends { id: string }>(
  rows: readonly Row[],
  decide: (row: Row) => Promise<string>,
  report: (id: string, state: DecisionState) => void,
): Promise<void> {
  let isStopped = false;
  for (const row of rows) {
    if (isStopped) {
      report(row.id, { kind: "not-tried" });
      continue;
    }
    report(row.id, { kind: "deciding" });
    try {
      report(row.id, { kind: "done", text: await decide(row) });
    } catch (failure) {
      const mayBeDone = isOutcomeUnknown(failure);
      isStopped = mayBeDone || isSignedOut(failure);
      report(row.id, { kind: "failed", text: failureText(failure, NO_ANSWER), mayBeDone });
    }
  }
}

const NO_ANSWER = texts.decisionNoAnswer;

import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../app-error.ts";
import { AnsweredElsewhereError, type RequestKey } from "../idempotency/request-key.ts";
import type { Operation } from "./operation.ts";
import type { Door } from "./post.ts";

/** How often an operation is read and decided in total when its data keeps changing. */
const MAX_ATTEMPTS = 20;
/** From this attempt on there is a pause before each, up to `MAX_PAUSE_MS`, so that calls of several processes lose in turns. */
const FIRST_WITH_PAUSE = 3;
const MAX_PAUSE_MS = 10;

export interface Answer {
  status: number;
  body: unknown;
}

export interface Decided<A extends Answer> {
  operation: Operation;
  answer: A;
}

/**
 * Runs one money operation: reads without locks, decides in packages/domain, and posts through the ledger's door. If
 * the data has changed since it was read, all three steps run again, up to twenty times in total (docs/architecture.md).
 * @param requestKey the answer is stored under it, in the same commit
 * @throws AppError when the decision refuses; BUSY when the data changed on every attempt and no money was moved;
 * AnsweredElsewhereError when another process has answered the call with this key
 */
export async function runMoneyOperation<S, A extends Answer>(
  door: Door,
  requestKey: RequestKey | null,
  steps: { read: (isFirst: boolean) => Promise<S>; decide: (snapshot: S) => Decided<A> },
): Promise<A> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (attempt >= FIRST_WITH_PAUSE) await sleep(Math.random() * MAX_PAUSE_MS);
    const { operation, answer } = steps.decide(await steps.read(attempt === 0));
    const kept = requestKey
      ? { ...operation, answer: { ...requestKey, status: answer.status, body: JSON.stringify(answer.body) } }
      : operation;
    const outcome = await door.post(kept);
    switch (outcome) {
      case "posted":
        return answer;
      case "answered":
        throw new AnsweredElsewhereError();
      case "moved":
        break;
    }
  }
  throw new AppError("BUSY", "The service is busy. No money was moved. Please try again.", {
    retryAfterSeconds: 1,
  });
}

import { AppError } from "../app-error.ts";
import type { StoredAnswer, Operation } from "./operation.ts";
import type { Door } from "./post.ts";

/** How often an operation is read and decided anew when what it read has moved. */
const MAX_ATTEMPTS = 5;

/** A claim on an idempotency key: where the answer goes, made by http/idempotency. */
export type Claim = Omit<StoredAnswer, "status" | "body">;

export interface Answer {
  status: number;
  body: unknown;
}

export interface Decided<A extends Answer> {
  operation: Operation;
  answer: A;
}

/**
 * Runs one money operation: read without locks, decide in the domain, and one call of the door, which compares what
 * was read once it holds the locks. Where something moved, again from the start, a bounded number of times.
 * @throws AppError as the decision refuses; BUSY when it kept moving: nothing was moved
 */
export async function runMoneyOperation<S, A extends Answer>(
  door: Door,
  claim: Claim | null,
  steps: { read: () => Promise<S>; decide: (snapshot: S) => Decided<A> },
): Promise<A> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { operation, answer } = steps.decide(await steps.read());
    const kept = claim
      ? { ...operation, answer: { ...claim, status: answer.status, body: JSON.stringify(answer.body) } }
      : operation;
    const outcome = await door.post(kept);
    switch (outcome) {
      case "posted":
        return answer;
      case "claim-lost":
        throw new AppError("CONFLICT", "This request is already being worked on.", { retryAfterSeconds: 1 });
      case "moved":
        break;
    }
  }
  throw new AppError("BUSY", "The service is busy. No money was moved. Please try again.", {
    retryAfterSeconds: 1,
  });
}

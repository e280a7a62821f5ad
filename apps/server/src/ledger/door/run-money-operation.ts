import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../platform/base/app-error.ts";
import { AnsweredElsewhereError, type RequestKey } from "../idempotency/request-key.ts";
import type { Operation } from "./operation.ts";
import type { Door } from "./post.ts";
import { createTurns, type Turns } from "./take-turns.ts";

/** How often an operation is read and decided in total when its data keeps changing. */
const MAX_ATTEMPTS = 60;
/**
 * After these attempts, an operation waits for its turn among those of its account in this process. Until there is none
 * left that waits, new ones join it, but for those that are refused.
 */
const ATTEMPTS_AT_ONCE = 3;
/** The longest pause before each later attempt, so that operations of several processes lose in turns. */
const MAX_PAUSE_MS = 10;

const turnsOf = new WeakMap<Door, Turns>();

function findTurns(door: Door): Turns {
  const turns = turnsOf.get(door) ?? createTurns();
  turnsOf.set(door, turns);
  return turns;
}

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
 * the data has changed since it was read, all three steps run again, up to sixty times in total (docs/explanation/architecture.md).
 * @param requestKey the answer is stored under it, in the same commit
 * @throws AppError when the decision refuses; BUSY when the data changed on every attempt and no money was moved;
 * AnsweredElsewhereError when another process has answered the call with this key
 */
export async function runMoneyOperation<S, A extends Answer>(
  door: Door,
  requestKey: RequestKey | null,
  steps: { read: (isFirst: boolean) => Promise<S>; decide: (snapshot: S) => Decided<A> },
): Promise<A> {
  const turns = findTurns(door);
  let account = "";
  const attempt = async (isFirst: boolean, isInTurn = false): Promise<A | null> => {
    const { operation, answer } = steps.decide(await steps.read(isFirst));
    account = operation.locks.accounts[0] ?? operation.operationId;
    if (!isInTurn && turns.isTaken(account)) return null;
    const kept = requestKey
      ? { ...operation, answer: { ...requestKey, status: answer.status, body: JSON.stringify(answer.body) } }
      : operation;
    const outcome = await door.post(kept);
    if (outcome === "answered") throw new AnsweredElsewhereError();
    return outcome === "posted" ? answer : null;
  };
  for (let made = 0; made < ATTEMPTS_AT_ONCE; made += 1) {
    const answer = await attempt(made === 0);
    if (answer) return answer;
    if (turns.isTaken(account)) break;
  }
  return turns.take(account, async () => {
    for (let made = ATTEMPTS_AT_ONCE; made < MAX_ATTEMPTS; made += 1) {
      const answer = await attempt(false, true);
      if (answer) return answer;
      await sleep(Math.random() * MAX_PAUSE_MS);
    }
    throw new AppError("BUSY", "The service is busy. No money was moved. Please try again.", { retryAfterSeconds: 1 });
  });
}

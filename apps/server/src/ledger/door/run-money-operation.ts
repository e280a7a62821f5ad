import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../platform/base/app-error.ts";
import { AnsweredElsewhereError, type RequestKey } from "../idempotency/request-key.ts";
import type { Operation } from "./operation.ts";
import type { Door } from "./post.ts";
import * as texts from "../../messages/ledger.ts";

/**
 * An operation waits this long for those before it, and then runs beside them. Turns only save attempts: the ledger's door
 * compares what was read, with or without a turn.
 */
const MAX_WAIT_MS = 2_000;

interface Turns {
  /** True while an operation of the account has its turn. */
  isTaken(account: string): boolean;
  /** Runs `run` after those of the same account that came before it. */
  take<T>(account: string, run: () => Promise<T>): Promise<T>;
}

/** Runs operations of one account one after the other in this process. */
export function createTurns(): Turns {
  /** For each account with a running operation, a promise that resolves when all so far have ended. */
  const allEnded = new Map<string, Promise<void>>();
  return {
    isTaken: (account) => allEnded.has(account),
    async take(account, run) {
      const earlier = allEnded.get(account);
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const all = earlier ? earlier.then(() => ended) : ended;
      allEnded.set(account, all);
      try {
        if (earlier) await waitFor(earlier);
        return await run();
      } finally {
        end();
        if (allEnded.get(account) === all) allEnded.delete(account);
      }
    },
  };
}

async function waitFor(earlier: Promise<void>): Promise<void> {
  const giveUp = new AbortController();
  const timeout = sleep(MAX_WAIT_MS, undefined, { signal: giveUp.signal, ref: false }).catch(() => undefined);
  await Promise.race([earlier, timeout]);
  giveUp.abort();
}

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
    throw new AppError("BUSY", texts.serviceBusy, { retryAfterSeconds: 1 });
  });
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "../../db/pool.ts";
import { AppError } from "../app-error.ts";
import { isConnectionLost, isContended, isDuplicate } from "../../db/database-errors.ts";
import { createAnnouncer, type Announcer } from "../live-updates/announcer.ts";
import { listHints } from "../live-updates/hint.ts";
import type { Operation, PostingOutcome } from "./operation.ts";
import { postArguments, toPostArguments } from "./post-arguments-store.ts";

/** Limits: operations in one call of the door, concurrent calls, and operations in the queue. */
const MAX_BATCH = 100;
const MAX_CALLS = 4;
const MAX_WAITING = 5_000;
/** After a broken connection the result is unknown. The same operations are sent again, and none is posted twice. */
const resendDelaysMs = [50, 250, 1_000] as const;

export interface Door {
  /** Posts one operation. Operations that arrive together share one call and one commit. */
  post(operation: Operation): Promise<PostingOutcome>;
}

interface Waiting {
  operation: Operation;
  touches: readonly string[];
  /** An operation that locks a pool exclusively is posted in a call of its own. */
  isAlone: boolean;
  resolve: (outcome: PostingOutcome) => void;
  reject: (error: unknown) => void;
}

/** Returns the investor accounts that an operation locks. Operations that share one never go in the same call. */
function touchedBy({ locks, transaction }: Operation): string[] {
  const entries = (transaction?.entries ?? []).map(({ account }) => account).filter((code) => code.startsWith("user:"));
  return [...new Set([...locks.accounts, ...entries])];
}

/**
 * Opens the ledger's door, the single entrance for ledger writes (docs/architecture.md). Operations that arrive during
 * a call go together in the next call and share its commit.
 */
export function openDoor(sql: Sql): Door {
  const waiting: Waiting[] = [];
  const announcer = createAnnouncer(sql);
  let calls = 0;
  let scheduled = false;

  const takeBatch = (): Waiting[] => {
    const taken: Waiting[] = [];
    const touched = new Set<string>();
    for (let index = 0; index < waiting.length && taken.length < MAX_BATCH;) {
      const next = waiting[index];
      if (next?.isAlone && taken.length === 0) return waiting.splice(index, 1);
      if (next && !next.isAlone && next.touches.every((account) => !touched.has(account))) {
        taken.push(next);
        waiting.splice(index, 1);
      } else index += 1;
      for (const account of next?.touches ?? []) touched.add(account);
    }
    return taken;
  };

  const pump = (): void => {
    scheduled = false;
    while (calls < MAX_CALLS && waiting.length > 0) {
      const batch = takeBatch();
      calls += 1;
      void runBatch(sql, announcer, batch).finally(() => {
        calls -= 1;
        pump();
      });
    }
  };

  return {
    post: (operation) =>
      new Promise<PostingOutcome>((resolve, reject) => {
        if (waiting.length >= MAX_WAITING) {
          reject(
            new AppError("BUSY", "The service is busy. No money was moved. Please try again.", {
              retryAfterSeconds: 1,
            }),
          );
          return;
        }
        const isAlone = Object.values(operation.locks.pools).includes("exclusive");
        waiting.push({ operation, touches: touchedBy(operation), isAlone, resolve, reject });
        if (scheduled) return;
        scheduled = true;
        setImmediate(pump);
      }),
  };
}

async function runBatch(sql: Sql, announcer: Announcer, batch: readonly Waiting[]): Promise<void> {
  try {
    const outcomes = await callDoor(
      sql,
      batch.map(({ operation }) => operation),
    );
    batch.forEach(({ resolve, operation }, index) => {
      if (outcomes[index] === "posted") announcer.add(listHints(operation));
      resolve(outcomes[index] ?? "moved");
    });
  } catch (error) {
    // Another transaction inserted a conflicting row (a second pending deposit, a hash used twice) after this one read.
    if (batch.length === 1 && isDuplicate(error)) {
      batch[0]?.resolve("moved");
      return;
    }
    if (batch.length === 1 || isContended(error) || isConnectionLost(error)) {
      for (const { reject } of batch) reject(error);
      return;
    }
    // An invalid operation must not fail the others in its batch.
    for (const each of batch) await runBatch(sql, announcer, [each]);
  }
}

/** The texts between the values of the statement that calls the door. */
const callTexts = toCallTexts(postArguments);

function toCallTexts(given: typeof postArguments): TemplateStringsArray {
  const casts = given.map(({ type }) => `::${type}`);
  const texts = [
    ...given.map(
      ({ name }, index) => `${index === 0 ? "select post_operations(" : `${casts[index - 1]}, `}${name} => `,
    ),
    `${casts.at(-1)}) as outcomes`,
  ];
  return Object.assign(texts, { raw: texts });
}

async function callDoor(sql: Sql, operations: readonly Operation[]): Promise<PostingOutcome[]> {
  const values = toPostArguments(operations);
  for (let attempt = 0; ; attempt += 1) {
    try {
      const [row] = await sql<{ outcomes: PostingOutcome[] }[]>(callTexts, ...values);
      return row?.outcomes ?? [];
    } catch (error) {
      const delay = resendDelaysMs[attempt];
      if (isContended(error)) {
        throw new AppError("BUSY", "The service is busy. No money was moved. Please try again.", {
          retryAfterSeconds: 1,
        });
      }
      if (!isConnectionLost(error) || delay === undefined) throw error;
      await sleep(delay);
    }
  }
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "../../platform/db/pool.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { isConnectionLost, isContended, isDuplicate } from "../../platform/db/database-errors.ts";
import { type Announcer, createAnnouncer } from "../../platform/hints/announcer.ts";
import { createDatabaseHints, type HintChannel } from "../../platform/hints/hint-channel.ts";
import { gather, type Waiting } from "../../platform/base/gather.ts";
import type { Operation, PostingOutcome, TransactionKind } from "./operation.ts";
import { postArguments, toPostArguments } from "./post-arguments.ts";
import type { Hint } from "../../platform/hints/hint.ts";
import * as texts from "../../messages/ledger.ts";

/** Kinds of transactions that close a position without a request at that moment. */
const closedAutomatically: ReadonlySet<TransactionKind> = new Set(["stop-loss", "take-profit", "winding-up"]);

/** Lists the hints for a posted operation. */
function listHints({ transaction, writes = {} }: Operation): Hint[] {
  const hints: Hint[] = [];
  for (const { account } of transaction?.entries ?? []) {
    const [, userId] = /^user:([^:]+):/.exec(account) ?? [];
    if (userId !== undefined) hints.push({ type: "account", userId });
  }
  for (const row of writes.positions ?? []) {
    hints.push({ type: "position", userId: row.userId, botId: row.botId });
    if (transaction && closedAutomatically.has(transaction.kind)) hints.push({ type: "notice", userId: row.userId });
  }
  for (const row of writes.balanceInterest ?? []) hints.push({ type: "account", userId: row.userId });
  for (const row of writes.exits ?? []) hints.push({ type: "notice", userId: row.userId });
  for (const row of writes.deposits ?? []) hints.push({ type: "deposit", userId: row.userId });
  for (const row of writes.withdrawals ?? []) hints.push({ type: "withdrawal", userId: row.userId });
  for (const row of writes.botTrades ?? []) hints.push({ type: "trade", botId: row.botId });
  return hints;
}

/** Limits: operations in one call of the door, operations that are enough for a second call, calls, and the queue. */
const MAX_BATCH = 100;
const ENOUGH_OPERATIONS = 64;
const MAX_CALLS = 4;
const MAX_WAITING = 5_000;
/**
 * An operation that has waited this long in the queue is refused, because calls wait for locks that something else holds. It
 * was not sent. A call ends after as long (functions/door.sql), and together they take less than clients wait.
 */
const MAX_QUEUE_MS = 5_000;
/** After a failed call, its operations are tried alone until they have waited this long since their arrival. */
const MAX_WAIT_MS = 10_000;
const LOOK_MS = 1_000;
/** After a broken connection the result is unknown. The same operations are sent again, and none is posted twice. */
const resendDelaysMs = [50, 250, 1_000] as const;

export interface Door {
  /** Posts one operation. Operations that arrive together share one call and one commit. */
  post(operation: Operation): Promise<PostingOutcome>;
}

interface Posting {
  operation: Operation;
  touches: readonly string[];
  /**
   * An operation that locks a pool exclusively is posted in a call of its own. So is an administrator's act without a second
   * one, because the other acts of the day count too.
   */
  isAlone: boolean;
  /** The number of calls that had ended when the operation arrived. */
  arrivedAfter: number;
  /** In milliseconds of `performance.now()`. */
  arrivedAtMs: number;
}

type WaitingPosting = Waiting<Posting, PostingOutcome>;

/** Returns the investor accounts that an operation locks. Operations that share one never go in the same call. */
function touchedBy({ locks, transaction }: Operation): string[] {
  const entries = (transaction?.entries ?? []).map(({ account }) => account).filter((code) => code.startsWith("user:"));
  return [...new Set([...locks.accounts, ...entries])];
}

/** Removes the operations of the next call: one alone, or those that share no account, in the order of their arrival. */
function takeBatch(waiting: WaitingPosting[]): WaitingPosting[] {
  const taken: WaitingPosting[] = [];
  const left: WaitingPosting[] = [];
  const touched = new Set<string>();
  for (const next of waiting) {
    const { isAlone, touches } = next.item;
    const isFirst = taken.length === 0 && left.length === 0;
    const isFull = taken.length >= MAX_BATCH || taken[0]?.item.isAlone === true;
    if (!isFull && (isAlone ? isFirst : touches.every((account) => !touched.has(account)))) taken.push(next);
    else left.push(next);
    for (const account of touches) touched.add(account);
  }
  waiting.splice(0, waiting.length, ...left);
  return taken;
}

/**
 * Settles as "moved" what was decided on a balance that has changed since. The door would answer the same, one call for
 * each operation of the account.
 */
function settleOutdated(waiting: WaitingPosting[], changed: Map<string, number>): void {
  if (changed.size === 0) return;
  const isOutdated = ({ item }: WaitingPosting): boolean =>
    Object.keys(item.operation.expects.balances ?? {}).some(
      (account) => (changed.get(account) ?? 0) > item.arrivedAfter,
    );
  const kept = waiting.filter((each) => !isOutdated(each));
  for (const each of waiting.filter(isOutdated)) each.resolve("moved");
  waiting.splice(0, waiting.length, ...kept);
  changed.clear();
}

function refuseLate(waiting: WaitingPosting[]): void {
  const latestMs = performance.now() - MAX_QUEUE_MS;
  const late = waiting.filter(({ item }) => item.arrivedAtMs < latestMs);
  if (late.length === 0) return;
  waiting.splice(0, waiting.length, ...waiting.filter((each) => !late.includes(each)));
  for (const each of late) each.reject(busy());
}

const busy = (): AppError => new AppError("BUSY", texts.serviceBusy, { retryAfterSeconds: 1 });

/**
 * Opens the ledger's door, the single entrance for ledger writes (docs/explanation/architecture.md). Operations that arrive during
 * a call go together in the next call and share its commit.
 */
export function openDoor(sql: Sql, hints: HintChannel = createDatabaseHints(sql)): Door {
  const announcer = createAnnouncer(hints);
  /** Accounts whose balance a call has just changed, with the number of calls that had ended then. */
  const changed = new Map<string, number>();
  let ended = 0;
  let waiting = 0;
  let queue: WaitingPosting[] = [];
  let look: NodeJS.Timeout | null = null;
  /** Every call may wait for a lock, so late operations are looked for without the end of a call. */
  const watchQueue = (): void => {
    look ??= setTimeout(() => {
      look = null;
      refuseLate(queue);
      waiting = queue.length;
      if (waiting > 0) watchQueue();
    }, LOOK_MS).unref();
  };
  const post = gather<Posting, PostingOutcome>({
    maxCalls: MAX_CALLS,
    enoughItems: ENOUGH_OPERATIONS,
    take: (all) => {
      settleOutdated(all, changed);
      refuseLate(all);
      queue = all;
      const batch = takeBatch(all);
      waiting = all.length;
      return batch;
    },
    run: async (batch) => {
      const posted = await runBatch(sql, announcer, batch);
      ended += 1;
      for (const { transaction } of posted) {
        for (const { account } of transaction?.entries ?? []) changed.set(account, ended);
      }
    },
  });
  return {
    post: async (operation) => {
      if (waiting >= MAX_WAITING) throw busy();
      waiting += 1;
      watchQueue();
      const { locks, expects } = operation;
      const isAlone = Object.values(locks.pools).includes("exclusive") || expects.actedAlone !== undefined;
      return post({
        operation,
        touches: touchedBy(operation),
        isAlone,
        arrivedAfter: ended,
        arrivedAtMs: performance.now(),
      });
    },
  };
}

/** Settles every operation of the batch, and returns those that were posted. */
async function runBatch(sql: Sql, announcer: Announcer, batch: readonly WaitingPosting[]): Promise<Operation[]> {
  try {
    const outcomes = await callDoor(
      sql,
      batch.map(({ item }) => item.operation),
    );
    batch.forEach(({ resolve, reject, item }, index) => {
      const outcome = outcomes[index] ?? "moved";
      if (outcome === "posted") announcer.add(listHints(item.operation));
      if (outcome === "quarantined") reject(new AppError("CONFLICT", texts.quarantined));
      else resolve(outcome);
    });
    return batch.filter((_, index) => outcomes[index] === "posted").map(({ item }) => item.operation);
  } catch (error) {
    // Another transaction inserted a conflicting row (a second pending deposit, a hash used twice) after this one read.
    if (batch.length === 1 && isDuplicate(error)) {
      batch[0]?.resolve("moved");
      return [];
    }
    if (batch.length === 1 || isConnectionLost(error)) {
      for (const { reject } of batch) reject(error);
      return [];
    }
    // An invalid operation must not fail the others in its batch, nor must one that waits for a lock of something else.
    const posted: Operation[] = [];
    for (const each of batch) {
      if (performance.now() - each.item.arrivedAtMs > MAX_WAIT_MS) each.reject(busy());
      else posted.push(...(await runBatch(sql, announcer, [each])));
    }
    return posted;
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

async function callDoor(sql: Sql, operations: readonly Operation[]): Promise<(PostingOutcome | "quarantined")[]> {
  const values = toPostArguments(operations);
  for (let attempt = 0; ; attempt += 1) {
    try {
      const [row] = await sql<{ outcomes: (PostingOutcome | "quarantined")[] }[]>(callTexts, ...values);
      return row?.outcomes ?? [];
    } catch (error) {
      const delay = resendDelaysMs[attempt];
      if (isContended(error)) throw busy();
      if (!isConnectionLost(error) || delay === undefined) throw error;
      await sleep(delay);
    }
  }
}

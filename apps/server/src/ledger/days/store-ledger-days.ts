import { DAY_MS, MINUTE_MS } from "@wazi/contracts";
import type { BaseLogger } from "pino";
import type { Sql, Tx } from "../../platform/db/pool.ts";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";
import { sumLedgerDays, nextDay, toDay, startOfDay } from "./sum-ledger-days.ts";
import { findBounds, findFirstDay, findLastStoredDay, insertDays, takeDaysLock } from "./store.ts";

/** A day is stored this long after its end, when everything posted on it has been committed. */
const SETTLED_MS = 10 * 60_000;
/** The most days, and about the most postings, of one database transaction. Further days follow in the next ones. */
const MAX_DAYS = 31;
const MAX_POSTINGS = 50_000;

/**
 * Adds up and stores the past days that are not stored yet. Past days do not change, so each is computed once. If this
 * is interrupted, the same call continues from there.
 * @param options.maxMs no further days are begun after this time
 * @param options.signal interrupts it between two transactions
 * @returns false when there are more days to store
 */
export async function storeLedgerDays(
  { sql, now }: { sql: Sql; now: () => Date },
  { maxMs = Number.POSITIVE_INFINITY, signal }: { maxMs?: number; signal?: AbortSignal } = {},
): Promise<boolean> {
  const lastOver = toDay(new Date(now().getTime() - SETTLED_MS - DAY_MS));
  const endsAt = performance.now() + maxMs;
  while (await sql.begin((tx) => keepNextDays(tx, lastOver))) {
    if (signal?.aborted === true || performance.now() > endsAt) return false;
  }
  return true;
}

/** @returns true when there are more days to store */
async function keepNextDays(tx: Tx, lastOver: string): Promise<boolean> {
  const known = await findLastStoredDay(tx);
  if (known !== null && known >= lastOver) return false;
  if (!(await takeDaysLock(tx))) return false;
  // The previous holder of the lock may have stored some days meanwhile.
  const kept = await findLastStoredDay(tx);
  const first = kept === null ? await findFirstDay(tx) : nextDay(kept);
  if (first === null || first > lastOver) return false;
  const last = await chooseLastDay(tx, first, lastOver);
  const { flows, pools } = await sumLedgerDays(tx, { first, last, lastKept: kept });
  await insertDays(tx, flows, pools);
  return last < lastOver;
}

/** Returns the last of the days that are stored together: at most `lastOver`, and fewer days the more was posted. */
async function chooseLastDay(tx: Tx, first: string, lastOver: string): Promise<string> {
  const from = startOfDay(first);
  for (let days = MAX_DAYS; ; days = Math.ceil(days / 2)) {
    const atMost = toDay(new Date(from.getTime() + (days - 1) * DAY_MS));
    const last = atMost < lastOver ? atMost : lastOver;
    if (days === 1 || last === first) return last;
    const bounds = await findBounds(tx, from, startOfDay(nextDay(last)));
    if (bounds === null || BigInt(bounds.last) - BigInt(bounds.first) < MAX_POSTINGS) return last;
  }
}

const EVERY_MS = 10 * MINUTE_MS;

/**
 * Adds up finished days, also at the start: a database that was just restored has many of them, for which the back office would
 * wait.
 */
export function runLedgerDays(deps: { sql: Sql; now: () => Date }, log: Pick<BaseLogger, "warn">): Running {
  return runEvery({
    everyMs: EVERY_MS,
    run: async (signal) => {
      await storeLedgerDays(deps, { signal });
    },
    failed: (error) => log.warn({ err: error }, "adding up days failed; it runs again in 10 minutes"),
  });
}

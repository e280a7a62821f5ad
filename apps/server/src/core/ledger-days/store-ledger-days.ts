import { DAY_MS } from "@wazi/contracts";
import type { Sql, Tx } from "../../db/pool.ts";
import { sumLedgerDays, nextDay, toDay, startOfDay } from "./sum-ledger-days.ts";
import { findFirstDay, findLastStoredDay, insertDays, takeDaysLock } from "./store.ts";

/** A day is stored this long after its end, when everything posted on it has been committed. */
const SETTLED_MS = 10 * 60_000;
/** The number of days in one transaction. Further days follow in the next ones. */
const MAX_DAYS = 31;

/**
 * Adds up and stores the past days that are not stored yet. Past days do not change, so each is computed once. If this
 * is interrupted, the same call continues from there.
 * @param signal interrupts it between two transactions
 */
export async function storeLedgerDays(
  { sql, now }: { sql: Sql; now: () => Date },
  signal?: AbortSignal,
): Promise<void> {
  const lastOver = toDay(new Date(now().getTime() - SETTLED_MS - DAY_MS));
  let hasMore = true;
  while (hasMore && signal?.aborted !== true) hasMore = await sql.begin((tx) => keepNextDays(tx, lastOver));
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
  const atMost = toDay(new Date(startOfDay(first).getTime() + (MAX_DAYS - 1) * DAY_MS));
  const last = atMost < lastOver ? atMost : lastOver;
  const { flows, pools } = await sumLedgerDays(tx, { first, last, lastKept: kept });
  await insertDays(tx, flows, pools);
  return last < lastOver;
}

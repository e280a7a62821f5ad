import { DAY_MS } from "@wazi/contracts";
import type { Sql, Tx } from "../../db/pool.ts";
import { sumLedgerDays, nextDay, toDay, startOfDay } from "./sum-ledger-days.ts";
import { findFirstDay, findLastStoredDay, insertDays, takeDaysLock } from "./store.ts";

/** A day is kept once it has been over for so long: what was posted in its last moment has long been committed. */
const SETTLED_MS = 10 * 60_000;
/** In one transaction; more follow. */
const MAX_DAYS = 31;

/**
 * Adds up the days that are over and not kept yet, each once: what happened in them does not change any more. Cut short,
 * the same call again goes on from there.
 */
export async function storeLedgerDays({ sql, now }: { sql: Sql; now: () => Date }): Promise<void> {
  const lastOver = toDay(new Date(now().getTime() - SETTLED_MS - DAY_MS));
  while (await sql.begin((tx) => keepNextDays(tx, lastOver)));
}

/** @returns whether there is more to do */
async function keepNextDays(tx: Tx, lastOver: string): Promise<boolean> {
  const known = await findLastStoredDay(tx);
  if (known !== null && known >= lastOver) return false;
  if (!(await takeDaysLock(tx))) return false;
  // Who had the lock before may have kept some in the meantime.
  const kept = await findLastStoredDay(tx);
  const first = kept === null ? await findFirstDay(tx) : nextDay(kept);
  if (first === null || first > lastOver) return false;
  const atMost = toDay(new Date(startOfDay(first).getTime() + (MAX_DAYS - 1) * DAY_MS));
  const last = atMost < lastOver ? atMost : lastOver;
  const { flows, pools } = await sumLedgerDays(tx, { first, last, lastKept: kept });
  await insertDays(tx, flows, pools);
  return last < lastOver;
}

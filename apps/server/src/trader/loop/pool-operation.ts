import { deriveOperationId, type Operation, type Door, type RowFor } from "../../ledger/api.ts";
import type { Sql } from "../../platform/db/pool.ts";
import type { Lease } from "../../platform/jobs/store.ts";
import { type ClosingPool, readClosingPool, type TraderPool } from "./store.ts";

export interface RecordDeps {
  sql: Sql;
  door: Door;
  lease: Lease;
  now: () => Date;
  /** Ends what is under way, after the operation that is being posted. */
  signal?: AbortSignal | undefined;
}

/** Adds to a count or version. */
export const increment = (count: string, by = 1n): string => String(BigInt(count) + by);

/** A pool as a row to write, unchanged. */
export function toPoolRow(pool: TraderPool): Omit<RowFor<"pools">, "closes"> {
  return {
    botId: pool.botId,
    status: pool.status,
    haltReason: pool.haltReason,
    series: pool.series,
    nav: pool.nav,
    unitsAtClose: pool.unitsAtClose,
    cashAtClose: pool.cashAtClose,
    closeSequence: pool.closeSequence,
    wonTrades: pool.wonTrades,
    version: pool.version,
    frozen: pool.frozen,
    openTrades: pool.openTrades,
    interestSum: pool.interestSum,
    billIndex: pool.billIndex,
    interestDay: pool.interestDay,
    interestOf: pool.interestOf,
  };
}

/** The start of an operation that locks a pool exclusively. It posts only while the pool is unchanged and the lease is ours. */
export function lockPool(pool: TraderPool, lease: Lease, operationId: string): Omit<Operation, "transaction"> {
  return {
    operationId,
    locks: { pools: { [pool.botId]: "exclusive" }, accounts: [] },
    expects: {
      pools: [{ botId: pool.botId, version: pool.version, frozen: pool.frozen }],
      lease: { name: lease.name, token: lease.token },
    },
  };
}

/** @throws Error when the pool has changed or the lease is no longer ours; the trader then starts over */
export async function postOrThrow(door: Door, operation: Operation, what: string): Promise<void> {
  const outcome = await door.post(operation);
  if (outcome !== "posted") throw new Error(`${what} was not recorded: ${outcome}`);
}

/**
 * Posts a change of a pool's nav, once for an operation id. If units were bought or redeemed between reading and posting,
 * nothing is posted. Then the pool is frozen first, so that no flow changes it again.
 * @param change.check throws when the change does not fit the pool
 */
export async function postNavChange(
  deps: RecordDeps,
  botId: string,
  operationId: string,
  change: { what: string; check?: (pool: TraderPool) => void; build: (read: ClosingPool) => Operation },
): Promise<void> {
  const { sql, door } = deps;
  const read = await readClosingPool(sql, botId, operationId);
  if (read.isPosted) return;
  change.check?.(read.pool);
  if (!read.pool.frozen) {
    const outcome = await door.post(change.build(read));
    if (outcome === "posted") return;
    await freezePool(deps, read.pool, operationId, change.what);
  }
  const frozen = read.pool.frozen ? read : await readClosingPool(sql, botId, operationId);
  await postOrThrow(door, change.build(frozen), `The ${change.what} of ${frozen.pool.name}`);
}

async function freezePool({ door, lease }: RecordDeps, pool: TraderPool, causeId: string, what: string): Promise<void> {
  const row = { ...toPoolRow(pool), frozen: true, version: increment(pool.version), closes: false };
  await postOrThrow(
    door,
    { ...lockPool(pool, lease, deriveOperationId("freeze", causeId, pool.version)), writes: { pools: [row] } },
    `The freeze of ${pool.name} before the ${what}`,
  );
}

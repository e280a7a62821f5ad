import type { Operation, Door, RowFor } from "../../ledger/api.ts";
import type { Lease } from "../../platform/jobs/store.ts";
import type { TraderPool } from "./store.ts";

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
    openTrade: pool.openTrade,
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

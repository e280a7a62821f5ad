import type { Operation } from "../core/ledger/operation.ts";
import type { Door } from "../core/ledger/post.ts";
import type { RowFor } from "../core/ledger/row-store.ts";
import type { Lease } from "./lease-store.ts";
import type { TraderPool } from "./pool-store.ts";

/** The count or version after this one. */
export const next = (count: string, by = 1n): string => String(BigInt(count) + by);

/** A pool's row with what does not change in it. */
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

/** An operation that has a pool to itself, and holds only while the pool is as read and the lease is ours. */
export function exclusively(pool: TraderPool, lease: Lease, operationId: string): Omit<Operation, "transaction"> {
  return {
    operationId,
    locks: { pools: { [pool.botId]: "exclusive" }, accounts: [] },
    expects: {
      pools: [{ botId: pool.botId, version: pool.version, frozen: pool.frozen }],
      lease: { name: lease.name, token: lease.token },
    },
  };
}

/** @throws Error when the pool is not as it was read, or the lease is somebody else's: the trader starts over */
export async function postOrThrow(door: Door, operation: Operation, what: string): Promise<void> {
  const outcome = await door.post(operation);
  if (outcome !== "posted") throw new Error(`${what} was not recorded: ${outcome}`);
}

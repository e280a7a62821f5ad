import { decideDeactivation, formatNav, startSeries } from "@wazi/domain";
import { buildInvestmentOperation } from "../../investing/api.ts";
import {
  readInvestor,
  toLedgerEntries,
  type Operation,
  createOperationId,
  runMoneyOperation,
} from "../../ledger/api.ts";
import { lockPool, increment, toPoolRow, postOrThrow } from "./pool-operation.ts";
import type { RecordDeps } from "./record-trade.ts";
import { listHolders, readClosingPool } from "./store.ts";

/** The number of holders read at a time. */
const BATCH = 500;

/**
 * Ends a series of units whose unit price has left its bounds: all positions are redeemed at the unit price after the
 * last close, the rest from rounding is swept, and a new series starts at 1. It can be interrupted at any point and
 * continues at the next start.
 */
export async function windUp(deps: RecordDeps, botId: string): Promise<void> {
  for (;;) {
    const holders = await listHolders(deps.sql, botId, BATCH);
    if (holders.length === 0) break;
    for (const userId of holders) {
      deps.signal?.throwIfAborted();
      await redeemAll(deps, botId, userId);
    }
  }
  const operationId = createOperationId();
  const { pool, state } = await readClosingPool(deps.sql, botId, operationId);
  const start = startSeries(botId, state);
  const operation: Operation = {
    ...lockPool(pool, deps.lease, operationId),
    transaction: {
      kind: "series-start",
      actorId: null,
      reason: `Series ${pool.series + 1} of ${pool.name}`,
      entries: toLedgerEntries(start.postings),
    },
    writes: {
      pools: [
        {
          ...toPoolRow(pool),
          status: "trading",
          haltReason: null,
          series: pool.series + 1,
          nav: formatNav(start.nav),
          unitsAtClose: "0",
          cashAtClose: "0",
          version: increment(pool.version),
          closes: true,
        },
      ],
    },
  };
  await postOrThrow(deps.door, operation, `The new series of ${pool.name}`);
}

async function redeemAll({ sql, door }: RecordDeps, botId: string, userId: string): Promise<void> {
  await runMoneyOperation(door, null, {
    read: () => readInvestor(sql, userId, 0),
    decide: (snapshot) => {
      const held = snapshot.bots.find(({ pool }) => pool.id === botId);
      if (!held?.position?.isActive) throw new Error(`${userId} no longer has a position in ${botId}`);
      const decision = decideDeactivation(userId, { bot: held.pool, position: held.position });
      const operation = buildInvestmentOperation({
        snapshot,
        basis: [held],
        decision,
        kind: "winding-up",
        actorId: null,
      });
      return { operation, answer: { status: 200, body: null } };
    },
  });
}

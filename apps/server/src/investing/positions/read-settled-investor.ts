import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "../../platform/db/pool.ts";
import { AppError } from "../../platform/base/app-error.ts";
import { readInvestor, takeIfFresh, type FirstRead, type InvestorSnapshot } from "../../ledger/api.ts";
import * as texts from "../../messages/investing.ts";

/** A close is computed in a few milliseconds. This waits for it for at most one second. */
const MAX_READS = 100;
const WAIT_MS = 10;

/**
 * Reads an investor's snapshot when no trade is being closed in a pool that matters to the decision.
 * @throws AppError BUSY when a close takes longer than a second
 */
export async function readSettledInvestor(
  sql: Sql,
  userId: string,
  maxPriceAgeMs: number,
  botId?: string,
  first: FirstRead | null = null,
): Promise<InvestorSnapshot> {
  for (let read = 0; read < MAX_READS; read += 1) {
    const snapshot = await readInvestor(sql, userId, maxPriceAgeMs, read === 0 ? takeIfFresh(first) : null);
    const frozen = snapshot.bots.some(
      ({ pool, position }) =>
        pool.frozen && (pool.id === botId || (botId === undefined && position?.isActive === true)),
    );
    if (!frozen) return snapshot;
    await sleep(WAIT_MS);
  }
  throw new AppError("BUSY", texts.tradeSettling, {
    retryAfterSeconds: 1,
  });
}

import type { BaseLogger } from "pino";
import type { Sql } from "../../platform/db/pool.ts";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";
import { compareBooks, type FurtherChecks } from "./compare-books.ts";
import { listReconciliations, saveReconciliation } from "./store.ts";

/**
 * A delay, so that it does not compete with the start. Books that were never compared are small and are compared at
 * once.
 */
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 60 * 60_000;
/** The check is skipped if another process, or the command, has run it within this time. */
const FRESH_MS = 55 * 60_000;
/** The limit for all checks together, which take seconds. */
const TIMEOUT_MS = 60_000;

interface ReconcileDeps {
  sql: Sql;
  now: () => Date;
  /** The checks of the payment rails. */
  further: FurtherChecks;
}

/**
 * Compares the books since their latest checkpoint, runs the further checks and stores the result, unless it was done
 * recently or another comparison runs.
 * @returns the number of differences; null when the comparison was skipped
 * @throws when it takes too long, and NoCheckpointError: both need the command `npm run reconcile`
 */
export async function reconcile({ sql, now, further }: ReconcileDeps): Promise<number | null> {
  const [latest] = await listReconciliations(sql, 1);
  if (latest && now().getTime() - latest.checkedAt.getTime() < FRESH_MS) return null;
  const comparison = await compareBooks(sql, { further, totalMs: TIMEOUT_MS, now });
  if (!comparison) return null;
  const { checks, since, differences } = comparison;
  await saveReconciliation(sql, { checkedAt: now(), checks, differences: differences.length, since });
  return differences.length;
}

/**
 * Reconciles at the first start and every hour, on one connection. A stop does not wait for it: what it stores is one
 * commit.
 */
export function runReconciliation(deps: ReconcileDeps, log: Pick<BaseLogger, "warn" | "error">): Running {
  let isFirst = true;
  return runEvery({
    everyMs: EVERY_MS,
    run: async (signal) => {
      if (isFirst) {
        isFirst = false;
        const results = await listReconciliations(deps.sql, 1).catch(() => undefined);
        if (results?.length !== 0) return { waitMs: FIRST_AFTER_MS };
        if (signal.aborted) return "never";
      }
      const differences = await reconcile(deps);
      if (differences)
        log.error({ differences }, "the books differ from the ledger: run npm run reconcile to list the accounts");
      return { waitMs: EVERY_MS };
    },
    failed: (error) =>
      log.warn({ err: error }, "the reconciliation failed: run npm run reconcile, which has no time limit"),
    isAwaited: false,
  });
}

import type { BaseLogger } from "pino";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";
import { type Lease, releaseLease, RENEW_EVERY_MS, renewLease, takeLease } from "../../platform/jobs/store.ts";
import { advancePayout } from "./advance-payout.ts";
import type { PayoutDeps } from "./payout-deps.ts";
import { createRechecks } from "./recheck-payouts.ts";
import { listDuePayouts } from "./store.ts";

const LOOK_EVERY_MS = 1_000;
const PAYOUTS_PER_ROUND = 20;

export interface PayoutWorkerDeps extends PayoutDeps {
  log: Pick<BaseLogger, "info" | "warn">;
  holder: string;
  /** True when this process has the lock of the data folder, so that any other holder of the lease is dead. */
  isAloneOnDatabase: boolean;
}

/** Advances the payouts that are due, one after the other. A payout that fails does not keep the others waiting. */
export async function advanceDuePayouts(
  deps: PayoutDeps & { log: Pick<BaseLogger, "warn"> },
  lease: Lease,
  isHolder: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<number> {
  const feeRails = deps.rails.filter(({ tellsFeeLater }) => tellsFeeLater).map(({ name }) => name);
  const due = await listDuePayouts(deps.sql, deps.now(), PAYOUTS_PER_ROUND, feeRails);
  for (const { id } of due) {
    if (!(await isHolder())) break;
    try {
      await advancePayout(deps, lease, id);
    } catch (error) {
      deps.log.warn({ err: error, payout: id }, "a payout could not be advanced; it is looked at again");
    }
  }
  return due.length;
}

/**
 * Sends approved payouts and asks for the results of those that were sent, until it is stopped. One process at a time does
 * this: the one that holds the lease. Stopping waits for the payout under way.
 */
export function runPayoutWorker(deps: PayoutWorkerDeps): Running {
  let lease: Lease | null = null;
  let renewedAt = 0;
  const rechecks = createRechecks(deps);
  return runEvery({
    everyMs: LOOK_EVERY_MS,
    run: async (signal) => {
      const isHolder = async (): Promise<boolean> => {
        if (signal.aborted || lease === null) return false;
        if (performance.now() - renewedAt < RENEW_EVERY_MS) return true;
        if (!(await renewLease(deps.sql, lease))) lease = null;
        renewedAt = performance.now();
        return lease !== null;
      };
      if (!(await isHolder())) {
        lease = await takeLease(deps.sql, deps.holder, deps.isAloneOnDatabase, "payouts");
        renewedAt = performance.now();
      }
      if (lease === null) return;
      await advanceDuePayouts(deps, lease, isHolder);
      if (!signal.aborted) await rechecks.next();
    },
    failed: (error) => deps.log.warn({ err: error }, "the payout worker failed; it tries again"),
    end: async () => {
      if (lease) await releaseLease(deps.sql, lease).catch(() => undefined);
    },
  });
}

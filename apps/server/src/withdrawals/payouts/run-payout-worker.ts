import type { BaseLogger } from "pino";
import { runEvery, type Running } from "../../platform/jobs/run-every.ts";
import { type Lease, releaseLease, RENEW_EVERY_MS, renewLease, takeLease } from "../../platform/jobs/store.ts";
import { advancePayout, toOrder } from "./advance-payout.ts";
import type { PayoutDeps, PayoutRail, RailReport } from "./payout-rail.ts";
import {
  type DueRecheck,
  findOpenPayout,
  listDuePayouts,
  listPayoutsToRecheck,
  noteRecheck,
  type OpenPayout,
  postponeRecheck,
} from "./store.ts";
import { DAY_MS, HOUR_MS } from "@wazi/contracts";
import { applyReport } from "./apply-report.ts";

/** A confirmed payout is looked up once a day for this many days, because the report of its reversal may have been missed. */
const RECHECK_DAYS = 7;
const RECHECK_EVERY_MS = DAY_MS;
/** A question without an answer is asked again after this. */
const RETRY_MS = HOUR_MS;
/** The database is asked for the next ones this often. */
const LIST_EVERY_MS = 60_000;
const LISTED = 20;
/** A rail that does not answer this many times in a row is left until the next list, because each call may take a whole time-out. */
const FAILURES_IN_A_ROW = 2;

/** Confirmed payouts whose status is due to be asked for again. The rails take turns. */
export function listRechecks({ sql, now, rails }: PayoutDeps): Promise<DueRecheck[]> {
  const names = rails.filter(({ reversesLater }) => reversesLater).map(({ name }) => name);
  const at = now();
  return listPayoutsToRecheck(sql, names, {
    now: at,
    endedAfter: new Date(at.getTime() - RECHECK_DAYS * DAY_MS),
    everyMs: RECHECK_EVERY_MS,
    limit: LISTED,
  });
}

/**
 * Asks for the status of a confirmed payout again, and records what the provider says as a call-back would. M-Pesa answers by
 * call-back. Without an answer, and when the answer could not be recorded, the payout is due again an hour later.
 * @returns false if the provider did not answer
 */
export async function recheckPayout(deps: PayoutDeps, payoutId: string): Promise<boolean> {
  const { sql, now, rails } = deps;
  const open = await findOpenPayout(sql, payoutId);
  const rail = rails.find(({ name }) => name === open?.payout.rail);
  if (!open || !rail || open.payout.state !== "confirmed") return true;
  const postpone = (): Promise<void> => postponeRecheck(sql, payoutId, new Date(now().getTime() + RETRY_MS));
  const report = await askAgain(deps, rail, open);
  if (report === null) {
    await postpone();
    return false;
  }
  try {
    await applyReport(deps, payoutId, report);
  } catch (error) {
    await postpone();
    throw error;
  }
  await noteRecheck(sql, payoutId, now());
  return true;
}

/** Null without an answer. */
async function askAgain({ timing }: PayoutDeps, rail: PayoutRail, open: OpenPayout): Promise<RailReport | null> {
  const report = await rail
    .query(toOrder(open, open.payout), AbortSignal.timeout(timing.callTimeoutMs))
    .catch(() => null);
  return report?.kind === "no-answer" ? null : report;
}

/**
 * Rechecks payouts one at a time, between the rounds of the worker, so that a slow provider delays a payment by one question at
 * most. A payout without an answer does not keep the others waiting. A rail that answers nothing waits for the next list.
 */
export function createRechecks(deps: PayoutDeps): { next(): Promise<void> } {
  let due: DueRecheck[] = [];
  let listedAt = -Infinity;
  const failures = new Map<string, number>();
  return {
    async next() {
      if (due.length === 0 && performance.now() - listedAt >= LIST_EVERY_MS) {
        listedAt = performance.now();
        failures.clear();
        due = await listRechecks(deps);
      }
      const payout = due.shift();
      if (payout === undefined) return;
      const { id, rail } = payout;
      const failed = (await recheckPayout(deps, id)) ? 0 : (failures.get(rail) ?? 0) + 1;
      failures.set(rail, failed);
      if (failed >= FAILURES_IN_A_ROW) due = due.filter((each) => each.rail !== rail);
    },
  };
}

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

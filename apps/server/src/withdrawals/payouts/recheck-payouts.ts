import { DAY_MS, HOUR_MS } from "@wazi/contracts";
import { applyReport } from "./apply-report.ts";
import type { PayoutDeps } from "./payout-deps.ts";
import type { PayoutRail, RailReport } from "./payout-rail.ts";
import {
  findOpenPayout,
  listPayoutsToRecheck,
  noteRecheck,
  postponeRecheck,
  type DueRecheck,
  type OpenPayout,
} from "./store.ts";

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
async function askAgain(
  { timing }: PayoutDeps,
  rail: PayoutRail,
  { payout, withdrawal: destination }: OpenPayout,
): Promise<RailReport | null> {
  const { reference, providerId, localAmount: amount, currency } = payout;
  const order = { reference, providerId, destination, amount, currency };
  const report = await rail.query(order, AbortSignal.timeout(timing.callTimeoutMs)).catch(() => null);
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

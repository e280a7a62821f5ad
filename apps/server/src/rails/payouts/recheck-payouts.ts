import { DAY_MS } from "@wazi/contracts";
import { applyReport } from "./apply-report.ts";
import type { PayoutDeps } from "./payout-deps.ts";
import { findOpenPayout, listPayoutsToRecheck, noteRecheck } from "./store.ts";

/** A confirmed payout is asked about again once a day for so many days: its reversal may have been reported in vain. */
const RECHECK_DAYS = 7;
const RECHECK_EVERY_MS = DAY_MS;
/** The database is asked for the next ones this often. */
const LIST_EVERY_MS = 60_000;
const LISTED = 20;

/** Ids of confirmed payouts whose status is due to be asked for again, the longest waiting first. */
export function listRechecks({ sql, now, rails }: PayoutDeps): Promise<string[]> {
  const names = rails.filter(({ reversesLater }) => reversesLater).map(({ name }) => name);
  const at = now().getTime();
  return listPayoutsToRecheck(sql, names, {
    endedAfter: new Date(at - RECHECK_DAYS * DAY_MS),
    askedBefore: new Date(at - RECHECK_EVERY_MS),
    limit: LISTED,
  });
}

/**
 * Asks for the status of a confirmed payout again, and records what the provider says as a call-back would. M-Pesa answers by
 * call-back.
 * @returns false if the provider did not answer
 */
export async function recheckPayout(deps: PayoutDeps, payoutId: string): Promise<boolean> {
  const { sql, now, rails, timing } = deps;
  const open = await findOpenPayout(sql, payoutId);
  const rail = rails.find(({ name }) => name === open?.payout.rail);
  if (!open || !rail || open.payout.state !== "confirmed") return true;
  const { reference, providerId, localAmount: amount, currency } = open.payout;
  const order = { reference, providerId, destination: open.withdrawal, amount, currency };
  const report = await rail.query(order, AbortSignal.timeout(timing.callTimeoutMs)).catch(() => null);
  if (report === null) return false;
  await applyReport(deps, payoutId, report);
  await noteRecheck(sql, payoutId, now());
  return true;
}

/**
 * Rechecks payouts one at a time, between the rounds of the worker, so that a slow provider delays a payment by one question at
 * most. After a question without an answer it waits for the next list.
 */
export function createRechecks(deps: PayoutDeps): { next(): Promise<void> } {
  let due: string[] = [];
  let listedAt = -Infinity;
  return {
    async next() {
      if (due.length === 0 && performance.now() - listedAt >= LIST_EVERY_MS) {
        listedAt = performance.now();
        due = await listRechecks(deps);
      }
      const id = due.shift();
      if (id !== undefined && !(await recheckPayout(deps, id))) due = [];
    },
  };
}

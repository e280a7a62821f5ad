import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../platform/base/app-error.ts";
import type { Operation, Door } from "../../ledger/api.ts";
import { buildPayoutOperation, buildReportedChange } from "./build-change.ts";
import { decideReport, type PayoutRow } from "./decide-report.ts";
import type { PayoutDeps, RailReport } from "./payout-rail.ts";
import { findOpenPayout, findPayoutByReceipt, insertReview, type OpenPayout } from "./store.ts";
import * as texts from "../../messages/withdrawals.ts";

const MAX_POSTINGS = 20;
const MAX_PAUSE_MS = 10;

/**
 * Reads, decides and posts until what was read still holds. `decide` returns null when there is nothing to do.
 * @throws AppError BUSY when the payout changed each time
 */
export async function postPayoutChange<T>(
  { sql, door }: { sql: PayoutDeps["sql"]; door: Door },
  payoutId: string,
  decide: (open: OpenPayout) => { operation: Operation; result: T } | null,
): Promise<T | null> {
  for (let made = 0; made < MAX_POSTINGS; made += 1) {
    const open = await findOpenPayout(sql, payoutId);
    const decided = open && decide(open);
    if (!decided) return null;
    if ((await door.post(decided.operation)) === "posted") return decided.result;
    await sleep(Math.random() * MAX_PAUSE_MS);
  }
  throw new AppError("BUSY", texts.payoutChanging, { retryAfterSeconds: 1 });
}

/**
 * Records what a provider says about a payout: the answer to a request, to a status question, or a call-back. Reports may come
 * late, twice and in any order, from several processes. What no rule decides becomes an entry for an administrator.
 * @returns the payout's state afterwards; null when it does not exist
 */
export async function applyReport(
  deps: PayoutDeps,
  payoutId: string,
  report: RailReport,
  isAnswerToFirstSending = false,
): Promise<PayoutRow["state"] | null> {
  const { sql, now } = deps;
  const open = await findOpenPayout(sql, payoutId);
  if (!open) return null;
  if (await isReceiptUsed(deps, open, report)) return open.payout.state;
  const charged = report.kind === "paid" || report.kind === "failed" ? (report.fee ?? null) : null;
  // A fee without a price is posted when a statement or an administrator says it.
  const fee = charged === null ? null : await deps.toDollars(charged.amount, charged.currency);
  let state = open.payout.state;
  await postPayoutChange(deps, payoutId, (read) => {
    const meaning = decideReport(read.payout, report, isAnswerToFirstSending);
    ({ state } = read.payout);
    if (meaning.to === "review" || (meaning.to === "same" && meaning.providerId === undefined)) return null;
    if (meaning.to === "fee" && fee === null) return null;
    const at = now();
    const retryAt = new Date(at.getTime() + deps.timing.retryMs);
    const change = buildReportedChange(read, meaning, { now: at, fee, retryAt });
    ({ state } = change.payout);
    return { operation: buildPayoutOperation(read, change), result: true };
  });
  await recordReview(deps, payoutId, report);
  return state;
}

/** A receipt belongs to one payment. One that another payment has is for an administrator. */
async function isReceiptUsed(
  { sql, now, rails }: PayoutDeps,
  { payout }: OpenPayout,
  report: RailReport,
): Promise<boolean> {
  const { id, rail } = payout;
  if (report.kind !== "paid" || rails.find(({ name }) => name === rail)?.paysManyInOne) return false;
  const other = await findPayoutByReceipt(sql, rail, report.receipt);
  if (other === null || other === id) return false;
  const summary = `The provider reports receipt ${report.receipt}, which payment ${other} already has.`;
  await insertReview(sql, { payoutId: id, rail, kind: "receipt-used", summary, foundAt: now() });
  return true;
}

async function recordReview({ sql, now }: PayoutDeps, payoutId: string, report: RailReport): Promise<void> {
  if (report.kind !== "paid" && report.kind !== "failed") return;
  const open = await findOpenPayout(sql, payoutId);
  if (!open) return;
  const meaning = decideReport(open.payout, report);
  if (meaning.to !== "review") return;
  const { kind, summary } = meaning;
  await insertReview(sql, { payoutId, rail: open.payout.rail, kind, summary, foundAt: now() });
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@wazi/contracts";
import { add, parseCents } from "@wazi/domain";
import { expectRate } from "../../ledger/api.ts";
import type { Lease } from "../../platform/jobs/store.ts";
import { applyReport, postPayoutChange } from "./apply-report.ts";
import type { PayoutRow } from "./decide-report.ts";
import { buildDropping, buildPayoutOperation, buildSending } from "./build-change.ts";
import { buildUnchanged, holdPayout, waitsForRate } from "../rate-holds/hold-payout.ts";
import { isOpen, isSent } from "../requests/transitions.ts";
import { findDailyLimit, type PayoutDeps, type PayoutOrder, type PayoutRail, type RailReport } from "./payout-rail.ts";
import {
  clearNotFound,
  findOpenPayout,
  isClosed,
  noteCheck,
  postponePayout,
  sumSent,
  type OpenPayout,
  type WaitReason,
} from "./store.ts";

/** An approved payout that has to wait is looked at again after this. */
const LOOK_AGAIN_MS: Readonly<Record<WaitReason, number>> = {
  stopped: 15_000,
  "daily-limit": 10 * MINUTE_MS,
  hold: 10 * MINUTE_MS,
  rate: 15_000,
};
/** The waits between status questions; the last one repeats for as long as the result is unknown. */
const CHECK_WAITS = [1, 3, 6, 30, 90, 360] as const;
/** A payment that the provider does not know is sent again, under the same reference, after this many such answers. */
const NOT_FOUND_BEFORE_SENDING = 2;
/** How often an attempt is handed to the provider in total. After that an administrator decides. */
const MAX_SENDS = 5;

/** Takes a payout one step further: sends it, or asks for its status. Only the holder of the lease does this. */
export async function advancePayout(deps: PayoutDeps, lease: Lease, payoutId: string): Promise<void> {
  const open = await findOpenPayout(deps.sql, payoutId);
  const rail = open && deps.rails.find(({ name }) => name === open.payout.rail);
  if (!open || !rail) return;
  if (open.payout.state === "approved") await startPayout(deps, lease, rail, open);
  else if (isSent(open.payout.state)) await checkPayout(deps, lease, rail, open);
  else if (open.payout.state === "confirmed" && open.payout.fee === null) await askStatus(deps, rail, open);
}

async function startPayout(deps: PayoutDeps, lease: Lease, rail: PayoutRail, open: OpenPayout): Promise<void> {
  const { payout, withdrawal } = open;
  if (!isOpen(withdrawal.status)) return cancelPayout(deps, payout.id);
  const waitsFor = await findWait(deps, open);
  if (waitsFor === "rate" && open.rateHold?.status !== "open") await holdMoved(deps, payout.id);
  if (waitsFor !== null) {
    const until = deps.now().getTime() + LOOK_AGAIN_MS[waitsFor];
    return postponePayout(deps.sql, payout.id, new Date(until), waitsFor);
  }
  await send(deps, lease, rail, payout.id, "approved");
}

/** Why an approved payout cannot be sent now; null if it can. */
async function findWait(deps: PayoutDeps, open: OpenPayout): Promise<WaitReason | null> {
  const { payout, hold } = open;
  if (await isClosed(deps.sql, payout.rail)) return "stopped";
  if (hold !== null) return "hold";
  if (waitsForRate(open)) return "rate";
  const limit = findDailyLimit(deps.dailyLimit, payout.rail);
  if (limit === undefined) return null;
  const since = new Date(deps.now().getTime() - DAY_MS);
  const sent = parseCents(await sumSent(deps.sql, payout.rail, since));
  return add(sent, parseCents(payout.amount)) > limit ? "daily-limit" : null;
}

/** Holds a payment whose rate has moved since its approval. Any administrator who did not set the rate decides its amount. */
async function holdMoved(deps: PayoutDeps, payoutId: string): Promise<void> {
  await postPayoutChange(deps, payoutId, (open) => {
    const { payout, withdrawal, rateHold, inForce } = open;
    const isWaiting = payout.state === "approved" && withdrawal.status === "pending" && rateHold?.status !== "open";
    if (!isWaiting || !waitsForRate(open) || inForce === null) return null;
    const operation = buildUnchanged(withdrawal, payout);
    const given = { inForce, askedBy: null, now: deps.now() };
    return { operation: holdPayout(operation, withdrawal, payout, given).operation, result: true };
  });
}

async function cancelPayout(deps: PayoutDeps, payoutId: string): Promise<void> {
  await postPayoutChange(deps, payoutId, (open) => {
    if (open.payout.state !== "approved") return null;
    return { operation: buildPayoutOperation(open, buildDropping(open, deps.now())), result: true };
  });
}

/**
 * Records that the payment is about to be sent, and then sends it. A process that dies in between leaves a payment that may have been
 * sent, which a status question or the same reference decides.
 */
async function send(
  deps: PayoutDeps,
  lease: Lease,
  rail: PayoutRail,
  payoutId: string,
  from: PayoutRow["state"],
): Promise<void> {
  const sending = await postPayoutChange(deps, payoutId, (open) => {
    const { payout, withdrawal } = open;
    if (payout.state !== from || !isOpen(withdrawal.status)) return null;
    // Once it was handed to the provider, it may have been paid.
    if (payout.state === "approved" && waitsForRate(open)) return null;
    const now = deps.now();
    const { payout: sent, change } = buildSending(open, now, new Date(now.getTime() + deps.timing.firstCheckMs));
    const sends = buildPayoutOperation(open, { ...change, expects: { ...change.expects, lease } });
    const isChecked = payout.state === "approved" && open.inForce !== null;
    const operation = isChecked ? expectRate(sends, payout.currency, open.inForce) : sends;
    return { operation, result: { order: toOrder(open, sent), isFirst: sent.sends === 1 } };
  }).catch(async (error: unknown) => {
    // A stop, a hold or another holder of the lease: what has not been recorded has not been sent.
    await postponePayout(deps.sql, payoutId, new Date(deps.now().getTime() + LOOK_AGAIN_MS.stopped), null);
    throw error;
  });
  if (!sending) return;
  await clearNotFound(deps.sql, payoutId);
  const report = await callRail(deps, (signal) => rail.send(sending.order, signal));
  await applyReport(deps, payoutId, report, sending.isFirst);
}

async function checkPayout(deps: PayoutDeps, lease: Lease, rail: PayoutRail, open: OpenPayout): Promise<void> {
  const { payout, notes, hold } = open;
  const isLost = notes.notFound >= NOT_FOUND_BEFORE_SENDING && payout.sends < MAX_SENDS && hold === null;
  if (isLost && !(await isClosed(deps.sql, payout.rail))) return send(deps, lease, rail, payout.id, payout.state);
  if (payout.state === "sent" && payout.providerId === null && !rail.acceptsWithoutId) {
    // A process died after it had recorded that it sends. A service that does not say "not found" would leave this for ever.
    const reason = "The answer to the request was lost. The provider may have the payment or not.";
    await applyReport(deps, payout.id, { kind: "no-answer", reason });
  }
  await askStatus(deps, rail, open);
}

async function askStatus(deps: PayoutDeps, rail: PayoutRail, open: OpenPayout): Promise<void> {
  const { payout, notes } = open;
  const report = await callRail(deps, (signal) => rail.query(toOrder(open, payout), signal));
  const wait = (CHECK_WAITS[notes.checks] ?? CHECK_WAITS.at(-1) ?? 1) * deps.timing.firstCheckMs;
  const until = new Date(deps.now().getTime() + Math.min(wait, HOUR_MS));
  await noteCheck(deps.sql, payout.id, until, report.kind === "not-found");
  await applyReport(deps, payout.id, report);
}

/** Never throws: a call without a readable answer leaves the result unknown. */
async function callRail(
  { timing }: PayoutDeps,
  call: (signal: AbortSignal) => Promise<RailReport>,
): Promise<RailReport> {
  try {
    return await call(AbortSignal.timeout(timing.callTimeoutMs));
  } catch (error) {
    return { kind: "no-answer", reason: error instanceof Error ? error.message : String(error) };
  }
}

export function toOrder({ withdrawal }: OpenPayout, payout: PayoutRow): PayoutOrder {
  const { reference, providerId, localAmount: amount, currency } = payout;
  return { reference, providerId, destination: withdrawal, amount, currency };
}

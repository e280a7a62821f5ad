import { randomUUID } from "node:crypto";
import {
  type Cents,
  divideHold,
  type FundsSplit,
  formatCents,
  investorAccount,
  parseCents,
  ZERO_CENTS,
} from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { formatActorAndTime, formatMoment, type AuditActor } from "../../record/api.ts";
import { toLedgerEntries, type Operation, createOperationId, raiseVersion } from "../../ledger/api.ts";
import type { SecurityEventKind } from "../../people/api.ts";
import {
  buildApprovedPayout,
  describeInFlight,
  endPayout,
  IN_CHAIN,
  type PayoutPlan,
  type PayoutPlanner,
} from "./payout-approval.ts";
import { isCancelled, type OwnedWithdrawalRow, type WithdrawalRow } from "./store.ts";
import {
  BEFORE_REQUEST,
  buildWithdrawalPostings,
  isOpen,
  readStates,
  requireTransition,
  takeTransition,
  toFundsSplit,
  type WithdrawalChange,
  type WithdrawalEvent,
} from "./transitions.ts";
import * as texts from "../../messages/withdrawals.ts";

export interface WithdrawalSettlement {
  status: "completed" | "rejected";
  transactionHash?: string | undefined;
  notes?: string | undefined;
  /** The platform's cost of a payment by hand, in US dollars. */
  fee?: string | undefined;
  /** True if no money leaves the platform, as in demo mode: a payout without a reference gets a paper receipt. */
  isPaper: boolean;
}

/** Null: the platform itself, which returns money that nobody decided on in time. */
interface Settler {
  id: string | null;
  address: string | null;
}

interface Change {
  operation: Operation;
  after: WithdrawalRow;
}

/**
 * Builds the operation that ends a withdrawal: `completed` pays the hold out, `rejected` returns it to its funds. The money of
 * a `processing` withdrawal may already have left, so only a transaction hash can end it. Every completed withdrawal has a
 * reference of its payment: a transaction hash, a bank's reference or an M-Pesa receipt.
 * @throws AppError CONFLICT it has ended, is held, or is being paid out and cannot be rejected · VALIDATION the reference is
 * missing
 */
export function buildWithdrawalSettlement(
  withdrawal: OwnedWithdrawalRow,
  settlement: WithdrawalSettlement,
  actor: AuditActor,
  now: Date,
): Change {
  const isPaid = settlement.status === "completed";
  const paid = settlement.transactionHash ?? withdrawal.transactionHash ?? formatPaperReceipt(withdrawal, settlement);
  const given = settlement.transactionHash === undefined ? (paid === null ? "missing" : "known") : "given";
  const hasFee = settlement.fee !== undefined;
  const next = decideEvent(withdrawal, isPaid ? { type: "pay-by-hand", reference: given, hasFee } : { type: "reject" });
  const after: WithdrawalRow = {
    ...withNextVersion(withdrawal, actor, now),
    status: next.withdrawal,
    transactionHash: isPaid ? paid : (settlement.transactionHash ?? null),
    notes: settlement.notes ?? null,
  };
  const { operation } = buildEnding("withdrawal.settle", withdrawal, { after, next }, actor, settlement.fee);
  return { operation: isPaid ? expectUnheld(operation, withdrawal, now) : operation, after };
}

/** Builds the operation that returns the money of a withdrawal that nobody decided on in time. */
export function buildWithdrawalReturn(withdrawal: OwnedWithdrawalRow, notes: string, now: Date): Change {
  const platform: Settler = { id: null, address: null };
  const next = decideEvent(withdrawal, { type: "reject" });
  const row = withNextVersion(withdrawal, platform, now);
  const after: WithdrawalRow = { ...row, status: next.withdrawal, transactionHash: null, notes };
  return buildEnding("withdrawal.settle", withdrawal, { after, next }, platform);
}

/** @throws AppError CONFLICT or VALIDATION, with why a person cannot do this now */
function decideEvent(withdrawal: OwnedWithdrawalRow, event: WithdrawalEvent): WithdrawalChange {
  const next = takeTransition(readStates(withdrawal, withdrawal.payout, withdrawal.hold), event);
  if (!("refused" in next)) return next;
  switch (next.refused) {
    case "ended":
      if (event.type === "cancel")
        throw new AppError("CONFLICT", withdrawal.status === "completed" ? PAID_OUT : RETURNED);
      if (event.type === "replace") throw new AppError("CONFLICT", texts.replaceEnded);
      return refuseEnded(withdrawal);
    case "being-paid-out":
      if (event.type === "pay-by-hand") throw refuseField(REFERENCE_NEEDED_AGAIN);
      throw new AppError("CONFLICT", texts.withdrawalPayingOut({ event: event.type }));
    case "held":
      throw new AppError("CONFLICT", describeHold(withdrawal));
    case "reference-missing":
      throw refuseField(MISSING_REFERENCE);
    case "in-flight":
      throw new AppError("CONFLICT", event.type === "replace" ? texts.replaceApproved : describeInFlight(withdrawal));
    case "in-chain":
      throw new AppError("CONFLICT", IN_CHAIN);
    case "result-known":
    case "out-of-order":
      throw new Error(`a withdrawal does not take the event ${event.type} of a person: ${next.refused}`);
  }
}

/** The door refuses the operation if a hold has begun meanwhile. */
function expectUnheld(operation: Operation, { userId, status }: WithdrawalRow, now: Date): Operation {
  if (status !== "pending") return operation;
  return { ...operation, expects: { ...operation.expects, unheld: [{ userId, at: now }] } };
}

/**
 * Builds the operation that approves a withdrawal for a rail: the payout worker sends it. The money stays on hold until the rail
 * confirms the payment. Until it is sent, the investor can still cancel.
 * @throws AppError CONFLICT it has ended, is held, is already approved, or the account belongs to another name
 */
export function buildWithdrawalApproval(
  withdrawal: OwnedWithdrawalRow,
  { plan, planner, acceptsName }: { plan: PayoutPlan; planner: PayoutPlanner; acceptsName: boolean },
  actor: AuditActor,
  now: Date,
): Change {
  const next = decideEvent(withdrawal, { type: "approve" });
  const payout = buildApprovedPayout(withdrawal, plan, { acceptsName, approvedBy: actor.id, now, next }, planner);
  const after: WithdrawalRow = {
    ...withdrawal,
    status: next.withdrawal,
    updatedAt: now,
    version: raiseVersion(withdrawal.version),
  };
  const { operation } = buildChange("payout.approve", withdrawal, after, actor);
  const { rail, currency, localAmount, rate, recipientName } = payout;
  const audited = { rail, currency, localAmount, rate, recipientName, ...(plan.isOtherName ? { acceptsName } : {}) };
  const [event] = operation.writes?.audit ?? [];
  const approved: Operation = {
    ...operation,
    writes: {
      ...operation.writes,
      payouts: [payout],
      audit: event ? [{ ...event, after: { ...event.after, ...audited } }] : [],
    },
  };
  return { operation: expectUnheld(approved, withdrawal, now), after };
}

/**
 * Builds the operation with which investors cancel their own pending withdrawal. The hold returns to its funds.
 * @throws AppError CONFLICT it has ended or is being paid out
 */
export function buildWithdrawalCancellation(withdrawal: OwnedWithdrawalRow, actor: AuditActor, now: Date): Change {
  const next = decideEvent(withdrawal, { type: "cancel" });
  const notes = "Cancelled by the investor";
  const after: WithdrawalRow = { ...withNextVersion(withdrawal, actor, now), status: next.withdrawal, notes };
  return buildEnding("withdrawal.cancel", withdrawal, { after, next }, actor);
}

/** Lists show a replacement after the withdrawal whose time it has. */
const AFTER_MS = 1;

/**
 * Builds the operation with which investors replace their own waiting withdrawal by a smaller one: to the same destination, and in
 * the same place of the queue, because they asked then. Confirmations are for the amount that was cancelled. Only the difference
 * returns to the balance.
 * @param amount less than the withdrawal's
 * @throws AppError CONFLICT it does not wait any more
 */
export function buildWithdrawalReplacement(
  withdrawal: OwnedWithdrawalRow,
  amount: Cents,
  actor: AuditActor,
  now: Date,
): { operation: Operation; replacement: WithdrawalRow } {
  const next = decideEvent(withdrawal, { type: "replace" });
  const { kept, returned } = divideHold(toFundsSplit(withdrawal), amount);
  const notes = "Replaced by the investor with a smaller withdrawal";
  const after: WithdrawalRow = { ...withNextVersion(withdrawal, actor, now), status: next.withdrawal, notes };
  const replacement: WithdrawalRow = {
    ...withdrawal,
    id: randomUUID(),
    amount: formatCents(amount),
    ...formatSplit(kept),
    status: requireTransition(BEFORE_REQUEST, { type: "request" }).withdrawal,
    notes: null,
    createdAt: new Date(withdrawal.createdAt.getTime() + AFTER_MS),
    updatedAt: now,
    version: "1",
    replaces: withdrawal.id,
  };
  const ending = buildEnding("withdrawal.replace", { ...withdrawal, ...formatSplit(returned) }, { after, next }, actor);
  const { writes } = ending.operation;
  const [event] = writes?.audit ?? [];
  const audit = event && {
    ...event,
    after: { ...event.after, replacedBy: replacement.id, amount: replacement.amount },
  };
  return {
    operation: {
      ...ending.operation,
      writes: { ...writes, withdrawals: [after, replacement], audit: audit ? [audit] : [] },
    },
    replacement,
  };
}

const formatSplit = ({ fromDeposit, fromProfit }: FundsSplit): Pick<WithdrawalRow, "fromDeposit" | "fromProfit"> => ({
  fromDeposit: formatCents(fromDeposit),
  fromProfit: formatCents(fromProfit),
});

const PAID_OUT = texts.withdrawalPaidOut;
const RETURNED = texts.withdrawalEnded;

const PAPER_PREFIX = "PAPER-";
const MISSING_REFERENCE = texts.referenceMissing;

const REFERENCE_NEEDED_AGAIN = texts.transactionHashMissing;

const refuseField = (message: string): AppError =>
  new AppError("VALIDATION", message, { fields: { transactionHash: message } });

const formatPaperReceipt = ({ id }: WithdrawalRow, { isPaper }: WithdrawalSettlement): string | null =>
  isPaper ? `${PAPER_PREFIX}${id.slice(0, 8).toUpperCase()}` : null;

const holdTexts: Readonly<Record<SecurityEventKind, string>> = {
  "password-changed": texts.holdReasonPassword,
  "password-reset": texts.holdReasonPasswordReset,
  "factor-changed": texts.holdReasonFactor,
  "email-changed": texts.holdReasonEmail,
  "account-frozen": texts.holdReasonFrozen,
};

function describeHold({ hold }: OwnedWithdrawalRow): string {
  const { endsAt, reasons } = hold ?? { endsAt: 0, reasons: [] };
  const [first = "", ...others] = reasons.map((reason) => holdTexts[reason]);
  const why = others.reduce((one, other) => texts.holdReasons({ one, other }), first);
  return texts.withdrawalHeld({ time: formatMoment(new Date(endsAt)), reasons: why });
}

/** @throws AppError CONFLICT it has ended; the message names who ended it and when */
export function refuseIfEnded(withdrawal: OwnedWithdrawalRow): void {
  if (!isOpen(withdrawal.status)) refuseEnded(withdrawal);
}

function refuseEnded(withdrawal: OwnedWithdrawalRow): never {
  const { status, settler, settledAt: at } = withdrawal;
  const isOwn = isCancelled(withdrawal);
  const actor = formatActorAndTime({ person: isOwn ? null : settler, at });
  throw new AppError("CONFLICT", texts.withdrawalDecided({ decision: isOwn ? "own" : status, ...actor }));
}

/**
 * Deleting has different effects per status, so it is refused if the status has changed.
 * @throws AppError CONFLICT; for an ended withdrawal the message names who ended it and when
 */
export function refuseIfStatusChanged(withdrawal: OwnedWithdrawalRow, seen: WithdrawalRow["status"]): void {
  const { status } = withdrawal;
  // The deletion itself refuses a withdrawal that is being paid out.
  if (status === seen || status === "processing") return;
  refuseIfEnded(withdrawal);
  throw new AppError("CONFLICT", texts.withdrawalStatusChanged({ status }));
}

/**
 * Builds the operation that deletes a withdrawal. The row is hidden from this administrator's list; the others see who hid it
 * and when. A pending one is returned first. The investor's history and the ledger keep it.
 * @throws AppError CONFLICT it is being paid out
 */
export function buildWithdrawalDeletion(withdrawal: OwnedWithdrawalRow, actor: AuditActor, now: Date): Change {
  const next = decideEvent(withdrawal, { type: "delete" });
  const changed = withNextVersion(withdrawal, actor, now);
  const after: WithdrawalRow = { ...changed, status: next.withdrawal, hiddenAt: now, hiddenBy: actor.id };
  if (next.posts !== null) return buildEnding("withdrawal.delete", withdrawal, { after, next }, actor);
  // Keeps the administrator who settled it.
  return buildChange("withdrawal.delete", withdrawal, { ...after, settledBy: withdrawal.settledBy }, actor);
}

function withNextVersion(withdrawal: WithdrawalRow, actor: Settler, now: Date): WithdrawalRow {
  const version = raiseVersion(withdrawal.version);
  // A finished withdrawal keeps its end time.
  const settledAt = withdrawal.settledAt ?? now;
  return { ...withdrawal, settledBy: actor.id, settledAt, updatedAt: now, version };
}

/** A change that moves the hold: paid out, or returned to its funds. It ends a payment over a rail that is under way. */
function buildEnding(
  action: string,
  before: OwnedWithdrawalRow,
  { after, next }: { after: WithdrawalRow; next: WithdrawalChange },
  actor: Settler,
  fee?: string,
): Change {
  const kind = next.posts === "withdrawal-paid" ? next.posts : "withdrawal-returned";
  const charged = fee === undefined ? ZERO_CENTS : parseCents(fee);
  const { operation } = buildChange(action, before, after, actor);
  const transaction: Operation["transaction"] = {
    kind,
    actorId: actor.id,
    reason: after.notes,
    entries: toLedgerEntries(buildWithdrawalPostings(kind, before, charged)),
  };
  const ended = endPayout(before, { after, next }, fee === undefined ? null : formatCents(charged), after.updatedAt);
  const expects = {
    ...operation.expects,
    rows: [...(operation.expects.rows ?? []), ...(ended?.expected ?? [])],
  };
  const writes = { ...operation.writes, ...(ended ? { payouts: ended.payouts } : {}) };
  return { operation: { ...operation, expects, transaction, writes }, after };
}

/** A change of the row without money, with its audit event. */
function buildChange(action: string, before: WithdrawalRow, after: WithdrawalRow, actor: Settler): Change {
  const operation: Operation = {
    operationId: createOperationId(),
    locks: { pools: {}, accounts: [investorAccount(before.userId, "deposit_funds")] },
    expects: { rows: [{ table: "withdrawals", id: before.id, version: before.version }] },
    writes: {
      withdrawals: [after],
      audit: [
        {
          actorId: actor.id,
          action,
          subjectType: "withdrawal",
          subjectId: before.id,
          before: { status: before.status },
          after: {
            status: after.status,
            transactionHash: after.transactionHash,
            notes: after.notes,
            ...(after.hiddenAt === null ? {} : { hidden: true }),
          },
          address: actor.address,
        },
      ],
    },
  };
  return { operation, after };
}

import { randomUUID } from "node:crypto";
import { investorAccount, buildPayoutPostings, buildReleasePostings } from "@wazi/domain";
import { AppError } from "../../core/app-error.ts";
import { formatActorAndTime, formatMoment } from "../../core/audit/actor-and-time.ts";
import type { AuditActor } from "../../core/audit/store.ts";
import { toLedgerEntries, type Operation } from "../../core/ledger/operation.ts";
import type { SecurityEventKind } from "../../core/security-holds/store.ts";
import { isCancelled, toFundsSplit, type OwnedWithdrawalRow, type WithdrawalRow } from "./store.ts";

export interface WithdrawalSettlement {
  status: "completed" | "rejected";
  transactionHash?: string | undefined;
  notes?: string | undefined;
  /** The administrator who confirmed the payout; null if one administrator is enough. */
  confirmedBy: string | null;
  /** True if no money leaves the platform, as in demo mode: a payout without a reference gets a paper receipt. */
  isPaper: boolean;
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
  refuseEnded(withdrawal);
  refuseUnsettleable(withdrawal, settlement);
  const isPaid = settlement.status === "completed";
  if (isPaid) refuseHeld(withdrawal);
  const after: WithdrawalRow = {
    ...withNextVersion(withdrawal, actor, now),
    status: settlement.status,
    transactionHash: isPaid ? requireReference(withdrawal, settlement) : (settlement.transactionHash ?? null),
    notes: settlement.notes ?? null,
  };
  const { operation } = buildEnding("withdrawal.settle", withdrawal, after, actor, settlement.confirmedBy);
  const isPending = withdrawal.status === "pending";
  // The door refuses the payout if a hold has begun meanwhile.
  const unheld = isPaid && isPending ? { unheld: [{ userId: withdrawal.userId, at: now }] } : {};
  return { operation: { ...operation, expects: { ...operation.expects, ...unheld } }, after };
}

/**
 * Builds the operation with which investors cancel their own pending withdrawal. The hold returns to its funds.
 * @throws AppError CONFLICT it has ended or is being paid out
 */
export function buildWithdrawalCancellation(withdrawal: WithdrawalRow, actor: AuditActor, now: Date): Change {
  switch (withdrawal.status) {
    case "pending": {
      const notes = "Cancelled by the investor";
      const after: WithdrawalRow = { ...withNextVersion(withdrawal, actor, now), status: "rejected", notes };
      return buildEnding("withdrawal.cancel", withdrawal, after, actor);
    }
    case "processing":
      throw new AppError("CONFLICT", "This withdrawal is being paid out and cannot be cancelled.");
    case "completed":
      throw new AppError("CONFLICT", "This withdrawal has been paid out and cannot be cancelled.");
    case "rejected":
      throw new AppError("CONFLICT", "This withdrawal has already ended. The money is in your balance.");
  }
}

const PAPER_PREFIX = "PAPER-";
const MISSING_REFERENCE =
  "Please enter the reference of the payment: the transaction hash, the bank's reference or the M-Pesa receipt.";

function requireReference({ id, transactionHash }: WithdrawalRow, settlement: WithdrawalSettlement): string {
  const given = settlement.transactionHash ?? transactionHash;
  if (given !== null) return given;
  if (settlement.isPaper) return `${PAPER_PREFIX}${id.slice(0, 8).toUpperCase()}`;
  throw new AppError("VALIDATION", MISSING_REFERENCE, { fields: { transactionHash: MISSING_REFERENCE } });
}

function refuseHeld({ status, hold }: OwnedWithdrawalRow): void {
  if (status !== "pending" || !hold) return;
  throw new AppError(
    "CONFLICT",
    `This withdrawal is held until ${formatMoment(new Date(hold.endsAt))}, because ${describeHold(hold.reasons)}. ` +
      "Complete it then, or end the hold with a reason.",
  );
}

const holdTexts: Readonly<Record<SecurityEventKind, string>> = {
  "password-changed": "the investor's password was changed",
  "password-reset": "the investor's password was reset",
  "factor-changed": "the investor's second factor was changed",
  "email-changed": "the investor's e-mail address was changed",
  "account-frozen": "the investor froze the account",
};

function describeHold(reasons: readonly SecurityEventKind[]): string {
  return reasons.map((reason) => holdTexts[reason]).join(" and ");
}

/** @throws AppError CONFLICT it has ended; the message names who ended it and when */
export function refuseEnded(withdrawal: OwnedWithdrawalRow): void {
  const { status, settler, settledAt: at } = withdrawal;
  if (status === "pending" || status === "processing") return;
  const decision = isCancelled(withdrawal)
    ? `cancelled by the investor${formatActorAndTime({ person: null, at })}`
    : `${status}${formatActorAndTime({ person: settler, at })}`;
  throw new AppError("CONFLICT", `This withdrawal is no longer pending: it was ${decision}`);
}

/**
 * Deleting has different effects per status, so it is refused if the status has changed.
 * @throws AppError CONFLICT; for an ended withdrawal the message names who ended it and when
 */
export function refuseIfStatusChanged(withdrawal: OwnedWithdrawalRow, seen: WithdrawalRow["status"]): void {
  const { status } = withdrawal;
  // The deletion itself refuses a withdrawal that is being paid out.
  if (status === seen || status === "processing") return;
  refuseEnded(withdrawal);
  throw new AppError("CONFLICT", `This withdrawal is ${status}, which is not what you saw. Please check again.`);
}

function refuseUnsettleable({ status }: WithdrawalRow, settlement: WithdrawalSettlement): void {
  if (status !== "processing") return;
  if (settlement.status === "rejected") {
    throw new AppError("CONFLICT", "This withdrawal is being paid out and cannot be rejected.");
  }
  if (settlement.transactionHash === undefined) {
    const message = "This withdrawal is being paid out. Please enter the transaction hash of the payment.";
    throw new AppError("VALIDATION", message, { fields: { transactionHash: message } });
  }
}

/**
 * Builds the operation that deletes a withdrawal. The row is hidden from this administrator's list; the others see who hid it
 * and when. A pending one is returned first. The investor's history and the ledger keep it.
 * @throws AppError CONFLICT it is being paid out
 */
export function buildWithdrawalDeletion(withdrawal: WithdrawalRow, actor: AuditActor, now: Date): Change {
  const hidden: WithdrawalRow = { ...withNextVersion(withdrawal, actor, now), hiddenAt: now, hiddenBy: actor.id };
  switch (withdrawal.status) {
    case "pending":
      return buildEnding("withdrawal.delete", withdrawal, { ...hidden, status: "rejected" }, actor);
    case "processing":
      throw new AppError("CONFLICT", "This withdrawal is being paid out and cannot be deleted.");
    case "completed":
    case "rejected":
      // Keeps the administrator who settled it.
      return buildChange("withdrawal.delete", withdrawal, { ...hidden, settledBy: withdrawal.settledBy }, actor);
  }
}

function withNextVersion(withdrawal: WithdrawalRow, actor: AuditActor, now: Date): WithdrawalRow {
  const version = String(BigInt(withdrawal.version) + 1n);
  // A finished withdrawal keeps its end time.
  const settledAt = withdrawal.settledAt ?? now;
  return { ...withdrawal, settledBy: actor.id, settledAt, updatedAt: now, version };
}

/** A change that moves the hold: paid out, or returned to its funds. */
function buildEnding(
  action: string,
  before: WithdrawalRow,
  after: WithdrawalRow,
  actor: AuditActor,
  confirmedBy: string | null = null,
): Change {
  const isPaid = after.status === "completed";
  const split = toFundsSplit(before);
  const postings = isPaid
    ? buildPayoutPostings(before.userId, before.withdrawalType, split)
    : buildReleasePostings(before.userId, split);
  const { operation } = buildChange(action, before, after, actor, confirmedBy);
  const transaction = {
    kind: isPaid ? ("withdrawal-paid" as const) : ("withdrawal-returned" as const),
    actorId: actor.id,
    reason: after.notes,
    entries: toLedgerEntries(postings),
  };
  if (confirmedBy === null) return { operation: { ...operation, transaction }, after };
  // The door refuses the operation if the confirmer has lost the right.
  const expects = { ...operation.expects, moneyAdministrators: [confirmedBy] };
  return { operation: { ...operation, expects, transaction }, after };
}

/** A change of the row without money, with its audit event. */
function buildChange(
  action: string,
  before: WithdrawalRow,
  after: WithdrawalRow,
  actor: AuditActor,
  confirmedBy: string | null = null,
): Change {
  const operation: Operation = {
    operationId: randomUUID(),
    locks: { pools: {}, accounts: [investorAccount(before.userId, "deposit_funds")] },
    expects: { withdrawals: [{ id: before.id, version: before.version }] },
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
            ...(confirmedBy === null ? {} : { confirmedBy }),
            ...(after.hiddenAt === null ? {} : { hidden: true }),
          },
          address: actor.address,
        },
      ],
    },
  };
  return { operation, after };
}

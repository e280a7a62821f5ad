import { randomUUID } from "node:crypto";
import { investorAccount, buildPayoutPostings, buildReleasePostings } from "@wazi/domain";
import { AppError } from "../../core/app-error.ts";
import { formatActorAndTime } from "../../core/audit/actor-and-time.ts";
import type { AuditActor } from "../../core/audit/store.ts";
import { toLedgerEntries, type Operation } from "../../core/ledger/operation.ts";
import { toFundsSplit, type OwnedWithdrawalRow, type WithdrawalRow } from "./store.ts";

export interface WithdrawalSettlement {
  status: "completed" | "rejected";
  transactionHash?: string | undefined;
  notes?: string | undefined;
  /** The administrator who confirmed the payout; null if one administrator is enough. */
  confirmedBy: string | null;
}

interface Change {
  operation: Operation;
  after: WithdrawalRow;
}

/**
 * Builds the operation that ends a withdrawal: `completed` pays the hold out, `rejected` returns it to its funds. The money of
 * a `processing` withdrawal may already have left, so only a transaction hash can end it.
 * @throws AppError CONFLICT it has ended, or is being paid out and cannot be rejected · VALIDATION it is being paid out and
 * the transaction hash is missing
 */
export function buildWithdrawalSettlement(
  withdrawal: OwnedWithdrawalRow,
  settlement: WithdrawalSettlement,
  actor: AuditActor,
  now: Date,
): Change {
  refuseEnded(withdrawal);
  refuseUnsettleable(withdrawal, settlement);
  const after: WithdrawalRow = {
    ...withNextVersion(withdrawal, actor, now),
    status: settlement.status,
    transactionHash: settlement.transactionHash ?? withdrawal.transactionHash,
    notes: settlement.notes ?? null,
  };
  return buildEnding("withdrawal.settle", withdrawal, after, actor, settlement.confirmedBy);
}

/** @throws AppError CONFLICT it has ended; the message names who ended it and when */
export function refuseEnded({ status, settler, settledAt: at }: OwnedWithdrawalRow): void {
  if (status === "pending" || status === "processing") return;
  const decision = `${status}${formatActorAndTime({ person: settler, at })}`;
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
 * Builds the operation that deletes a withdrawal. The row is hidden from the administrators' list, and a pending one is
 * returned first. The investor's history and the ledger keep it.
 * @throws AppError CONFLICT it is being paid out
 */
export function buildWithdrawalDeletion(withdrawal: WithdrawalRow, actor: AuditActor, now: Date): Change {
  const hidden: WithdrawalRow = { ...withNextVersion(withdrawal, actor, now), hiddenAt: now };
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

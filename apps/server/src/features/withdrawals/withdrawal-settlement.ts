import { randomUUID } from "node:crypto";
import { investorAccount, buildPayoutPostings, buildReleasePostings } from "@wazi/domain";
import { AppError } from "../../core/app-error.ts";
import { formatActorAndTime } from "../../core/audit/actor-and-time.ts";
import type { AuditActor } from "../../core/audit/store.ts";
import { entriesOf, type Operation } from "../../core/ledger/operation.ts";
import { toFundsSplit, type OwnedWithdrawalRow, type WithdrawalRow } from "./store.ts";

export interface WithdrawalSettlement {
  status: "completed" | "rejected";
  transactionHash?: string | undefined;
  notes?: string | undefined;
  /** On whose word it is paid out, besides who completes it; null where one administrator is enough. */
  confirmedBy: string | null;
}

interface Change {
  operation: Operation;
  after: WithdrawalRow;
}

/**
 * The operation that ends a withdrawal: completed pays the hold out, rejected gives it back to the funds that it came
 * from. One that is being paid out (`processing`) may have left already: only a transaction hash, which proves it, ends it.
 * @throws AppError CONFLICT when it has ended, or is being paid out and can't be rejected · VALIDATION when it is being
 * paid out and the transaction hash is missing
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

/** @throws AppError CONFLICT it has ended, with who ended it and when */
export function refuseEnded({ status, settler, settledAt: at }: OwnedWithdrawalRow): void {
  if (status === "pending" || status === "processing") return;
  const decision = `${status}${formatActorAndTime({ person: settler, at })}`;
  throw new AppError("CONFLICT", `This withdrawal is no longer pending: it was ${decision}`);
}

/**
 * What deleting a withdrawal does depends on its status: nothing is done to one that has another status than was seen.
 * @throws AppError CONFLICT with who ended it and when, where it has ended
 */
export function refuseIfStatusChanged(withdrawal: OwnedWithdrawalRow, seen: WithdrawalRow["status"]): void {
  const { status } = withdrawal;
  // That it is being paid out, the deletion itself says.
  if (status === seen || status === "processing") return;
  refuseEnded(withdrawal);
  throw new AppError("CONFLICT", `This withdrawal is ${status}, which is not what you have seen. Please look again.`);
}

/** One that is being paid out is ended by the proof of its payment alone. */
function refuseUnsettleable({ status }: WithdrawalRow, settlement: WithdrawalSettlement): void {
  if (status !== "processing") return;
  if (settlement.status === "rejected") {
    throw new AppError("CONFLICT", "This withdrawal is being paid out and can no longer be rejected");
  }
  if (settlement.transactionHash === undefined) {
    const message = "This withdrawal is being paid out: please enter the transaction hash of the payment";
    throw new AppError("VALIDATION", message, { fields: { transactionHash: message } });
  }
}

/**
 * The operation that deletes a withdrawal: a pending one is given back, and from then on it is hidden from the
 * administrators' list, as is one that has ended. The investor's history and the ledger keep it.
 * @throws AppError CONFLICT while it is being paid out
 */
export function buildWithdrawalDeletion(withdrawal: WithdrawalRow, actor: AuditActor, now: Date): Change {
  const hidden: WithdrawalRow = { ...withNextVersion(withdrawal, actor, now), hiddenAt: now };
  switch (withdrawal.status) {
    case "pending":
      return buildEnding("withdrawal.delete", withdrawal, { ...hidden, status: "rejected" }, actor);
    case "processing":
      throw new AppError("CONFLICT", "This withdrawal is being paid out and can't be deleted");
    case "completed":
    case "rejected":
      // Who settled it stays on record.
      return buildChange("withdrawal.delete", withdrawal, { ...hidden, settledBy: withdrawal.settledBy }, actor);
  }
}

function withNextVersion(withdrawal: WithdrawalRow, actor: AuditActor, now: Date): WithdrawalRow {
  const version = String(BigInt(withdrawal.version) + 1n);
  // What has ended keeps the moment of its ending.
  const settledAt = withdrawal.settledAt ?? now;
  return { ...withdrawal, settledBy: actor.id, settledAt, updatedAt: now, version };
}

/** A change that moves the hold: out to the world, or back to the funds that it came from. */
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
    entries: entriesOf(postings),
  };
  if (confirmedBy === null) return { operation: { ...operation, transaction }, after };
  // Posted only as long as the one who confirmed it still may.
  const expects = { ...operation.expects, moneyAdministrators: [confirmedBy] };
  return { operation: { ...operation, expects, transaction }, after };
}

/** A change of the row alone, with its line in the audit log. */
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

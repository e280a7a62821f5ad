import { randomUUID } from "node:crypto";
import { investorAccount, payoutPostings, releasePostings } from "@wazi/domain";
import { AppError } from "../../core/app-error.ts";
import { entriesOf, type Operation } from "../../core/ledger/operation.ts";
import { splitOf, type WithdrawalRow } from "./store.ts";

export interface WithdrawalSettlement {
  status: "completed" | "rejected";
  transactionHash?: string | undefined;
  notes?: string | undefined;
}

export interface Actor {
  id: string;
  address: string | null;
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
export function settlementOf(
  withdrawal: WithdrawalRow,
  settlement: WithdrawalSettlement,
  actor: Actor,
  now: Date,
): Change {
  refuseUnsettleable(withdrawal, settlement);
  const after: WithdrawalRow = {
    ...changed(withdrawal, actor, now),
    status: settlement.status,
    transaction_hash: settlement.transactionHash ?? withdrawal.transaction_hash,
    notes: settlement.notes ?? null,
  };
  return endingOf("withdrawal.settle", withdrawal, after, actor);
}

function refuseUnsettleable({ status }: WithdrawalRow, settlement: WithdrawalSettlement): void {
  switch (status) {
    case "pending":
      return;
    case "processing":
      if (settlement.status === "rejected") {
        throw new AppError("CONFLICT", "This withdrawal is being paid out and can no longer be rejected");
      }
      if (settlement.transactionHash === undefined) {
        const message = "This withdrawal is being paid out: please enter the transaction hash of the payment";
        throw new AppError("VALIDATION", message, { fields: { transactionHash: message } });
      }
      return;
    case "completed":
    case "rejected":
      throw new AppError("CONFLICT", "This withdrawal is no longer pending");
  }
}

/**
 * The operation that deletes a withdrawal: a pending one is given back, and from then on it is hidden from the
 * administrators' list, as is one that has ended. The investor's history and the ledger keep it.
 * @throws AppError CONFLICT while it is being paid out
 */
export function deletionOf(withdrawal: WithdrawalRow, actor: Actor, now: Date): Change {
  const hidden: WithdrawalRow = { ...changed(withdrawal, actor, now), hidden_at: now };
  switch (withdrawal.status) {
    case "pending":
      return endingOf("withdrawal.delete", withdrawal, { ...hidden, status: "rejected" }, actor);
    case "processing":
      throw new AppError("CONFLICT", "This withdrawal is being paid out and can't be deleted");
    case "completed":
    case "rejected":
      // Who settled it stays on record.
      return changeOf("withdrawal.delete", withdrawal, { ...hidden, settled_by: withdrawal.settled_by }, actor);
  }
}

function changed(withdrawal: WithdrawalRow, actor: Actor, now: Date): WithdrawalRow {
  const version = String(BigInt(withdrawal.version) + 1n);
  return { ...withdrawal, settled_by: actor.id, updated_at: now, version };
}

/** A change that moves the hold: out to the world, or back to the funds that it came from. */
function endingOf(action: string, before: WithdrawalRow, after: WithdrawalRow, actor: Actor): Change {
  const isPaid = after.status === "completed";
  const split = splitOf(before);
  const postings = isPaid
    ? payoutPostings(before.user_id, before.withdrawal_type, split)
    : releasePostings(before.user_id, split);
  const { operation } = changeOf(action, before, after, actor);
  const transaction = {
    kind: isPaid ? ("withdrawal-paid" as const) : ("withdrawal-returned" as const),
    actorId: actor.id,
    reason: after.notes,
    entries: entriesOf(postings),
  };
  return { operation: { ...operation, transaction }, after };
}

/** A change of the row alone, with its line in the audit log. */
function changeOf(action: string, before: WithdrawalRow, after: WithdrawalRow, actor: Actor): Change {
  const operation: Operation = {
    operationId: randomUUID(),
    locks: { pools: {}, accounts: [investorAccount(before.user_id, "deposit_funds")] },
    expects: { withdrawals: [{ id: before.id, version: before.version }] },
    writes: {
      withdrawals: [{ ...after }],
      audit: [
        {
          actor_id: actor.id,
          action,
          subject_type: "withdrawal",
          subject_id: before.id,
          before: { status: before.status },
          after: {
            status: after.status,
            transactionHash: after.transaction_hash,
            notes: after.notes,
            ...(after.hidden_at === null ? {} : { hidden: true }),
          },
          address: actor.address,
        },
      ],
    },
  };
  return { operation, after };
}

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

/**
 * The operation that ends a pending withdrawal: completed pays the hold out, rejected gives it back to the funds that
 * it came from.
 * @throws AppError CONFLICT when it is no longer pending
 */
export function settlementOf(
  withdrawal: WithdrawalRow,
  settlement: WithdrawalSettlement,
  actor: { id: string; address: string | null },
  now: Date,
): { operation: Operation; after: WithdrawalRow } {
  if (withdrawal.status !== "pending") throw new AppError("CONFLICT", "This withdrawal is no longer pending");
  const { user_id: userId } = withdrawal;
  const split = splitOf(withdrawal);
  const paid = settlement.status === "completed";
  const after: WithdrawalRow = {
    ...withdrawal,
    status: settlement.status,
    transaction_hash: settlement.transactionHash ?? null,
    notes: settlement.notes ?? null,
    settled_by: actor.id,
    updated_at: now,
    version: String(BigInt(withdrawal.version) + 1n),
  };
  const postings = paid ? payoutPostings(userId, withdrawal.withdrawal_type, split) : releasePostings(userId, split);
  const operation: Operation = {
    operationId: randomUUID(),
    locks: { pools: {}, accounts: [investorAccount(userId, "deposit_funds")] },
    expects: { withdrawals: [{ id: withdrawal.id, version: withdrawal.version }] },
    transaction: {
      kind: paid ? "withdrawal-paid" : "withdrawal-returned",
      actorId: actor.id,
      reason: settlement.notes ?? null,
      entries: entriesOf(postings),
    },
    writes: {
      withdrawals: [{ ...after }],
      audit: [
        {
          actor_id: actor.id,
          action: "withdrawal.settle",
          subject_type: "withdrawal",
          subject_id: withdrawal.id,
          before: { status: withdrawal.status },
          after: { status: after.status, transactionHash: after.transaction_hash, notes: after.notes },
          address: actor.address,
        },
      ],
    },
  };
  return { operation, after };
}

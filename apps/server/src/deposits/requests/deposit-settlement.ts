import { buildDepositPostings, formatCents, investorAccount, parseCents } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import type { AuditActor } from "../../record/api.ts";
import { toLedgerEntries, type Operation, createOperationId, type RowFor } from "../../ledger/api.ts";
import type { DepositNetwork } from "./address-source.ts";
import type { DepositRow } from "./store.ts";
import { formatTransactionHash } from "./transaction-hash.ts";

export interface DepositSettlement {
  status: "completed" | "failed";
  receivedAmount?: string | undefined;
  transactionHash?: string | undefined;
}

/**
 * Builds the operation that ends a pending deposit. `completed` credits the received amount (by default the requested one),
 * `failed` moves no money. The row's version refuses a second settlement.
 * @param actor the administrator, or the investor for a cancellation
 * @throws AppError CONFLICT no longer pending
 */
export function buildDepositSettlement(
  deposit: DepositRow,
  settlement: DepositSettlement,
  actor: AuditActor,
  now: Date,
): { operation: Operation; after: DepositRow } {
  if (deposit.status !== "pending") throw new AppError("CONFLICT", "This deposit is no longer pending");
  const { userId } = deposit;
  const received = settlement.receivedAmount === undefined ? null : formatCents(parseCents(settlement.receivedAmount));
  const after: DepositRow = {
    ...deposit,
    status: settlement.status,
    receivedAmount: settlement.status === "completed" ? received : null,
    // A failed deposit does not store the hash, so that the transaction can still be credited; the audit log keeps it.
    transactionHash:
      settlement.status === "completed" && settlement.transactionHash !== undefined
        ? formatTransactionHash(settlement.transactionHash, deposit.network as DepositNetwork)
        : null,
    settledBy: actor.id,
    settledAt: now,
    updatedAt: now,
    version: String(BigInt(deposit.version) + 1n),
  };
  const credited = parseCents(after.receivedAmount ?? after.amount);
  const operation: Operation = {
    operationId: createOperationId(),
    locks: { pools: {}, accounts: [investorAccount(userId, "deposit_funds")] },
    expects: { rows: [{ table: "deposits", id: deposit.id, version: deposit.version }] },
    writes: { deposits: [after], audit: [buildAuditEvent(deposit, after, settlement, actor)] },
  };
  if (settlement.status === "failed") return { operation, after };
  const entries = toLedgerEntries(buildDepositPostings(userId, "crypto", credited));
  return {
    operation: { ...operation, transaction: { kind: "deposit", actorId: actor.id, reason: null, entries } },
    after,
  };
}

function buildAuditEvent(
  before: DepositRow,
  after: DepositRow,
  settlement: DepositSettlement,
  actor: AuditActor,
): RowFor<"audit"> {
  return {
    actorId: actor.id,
    action: actor.id === before.userId ? "deposit.cancel" : "deposit.settle",
    subjectType: "deposit",
    subjectId: before.id,
    before: { status: before.status },
    after: {
      status: after.status,
      receivedAmount: after.receivedAmount,
      transactionHash: settlement.transactionHash ?? null,
    },
    address: actor.address,
  };
}

import { randomUUID } from "node:crypto";
import { buildDepositPostings, formatCents, investorAccount, parseCents } from "@wazi/domain";
import { AppError } from "../../core/app-error.ts";
import type { AuditActor } from "../../core/audit/store.ts";
import { entriesOf, type Operation } from "../../core/ledger/operation.ts";
import type { RowFor } from "../../core/ledger/row-store.ts";
import type { DepositRow } from "./store.ts";

export interface DepositSettlement {
  status: "completed" | "failed";
  receivedAmount?: string | undefined;
  transactionHash?: string | undefined;
}

/**
 * The operation that ends a pending deposit: completed credits what was received (or what was asked for), failed moves
 * nothing. Only while pending; a second one is refused by the row's version.
 * @param actor who settles it; the investor themselves for a cancellation
 * @throws AppError CONFLICT when it is no longer pending
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
    // A transaction that was not credited can still be: only the audit log tells that it was named with a failed one.
    transactionHash: settlement.status === "completed" ? (settlement.transactionHash ?? null) : null,
    settledBy: actor.id,
    settledAt: now,
    updatedAt: now,
    version: String(BigInt(deposit.version) + 1n),
  };
  const credited = parseCents(after.receivedAmount ?? after.amount);
  const operation: Operation = {
    operationId: randomUUID(),
    locks: { pools: {}, accounts: [investorAccount(userId, "deposit_funds")] },
    expects: { deposits: [{ id: deposit.id, version: deposit.version }] },
    writes: { deposits: [after], audit: [buildAuditEvent(deposit, after, settlement, actor)] },
  };
  if (settlement.status === "failed") return { operation, after };
  const entries = entriesOf(buildDepositPostings(userId, "crypto", credited));
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

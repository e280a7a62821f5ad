import { AppError } from "../../core/app-error.ts";
import type { AuditActor } from "../../core/audit/store.ts";
import { runAdministratorOperation } from "../../core/ledger/run-administrator-operation.ts";
import type { Claim } from "../../core/ledger/run-money-operation.ts";
import { buildWithdrawalDeletion, refuseIfStatusChanged } from "./withdrawal-settlement.ts";
import { findWithdrawalWithOwner, type WithdrawalRow } from "./store.ts";
import type { WithdrawalDeps } from "./withdrawal-deps.ts";

/**
 * An administrator deletes a withdrawal: a pending one is given back to the investor, one that has ended leaves the
 * administrators' list. Nothing is ever taken out of the investor's history or the ledger.
 * @throws AppError NOT_FOUND not there, or deleted before · FORBIDDEN one's own · CONFLICT while it is being paid out, or
 * its status is not the one that was seen
 */
export function deleteWithdrawal(
  deps: WithdrawalDeps,
  input: {
    admin: AuditActor;
    withdrawalId: string;
    /** What the administrator had before their eyes, where the request says so. */
    expected: WithdrawalRow["status"] | undefined;
    claim: Claim | null;
  },
): Promise<{ status: 204; body: null }> {
  const { admin, withdrawalId, expected } = input;
  return runAdministratorOperation(deps, admin.id, input.claim, {
    read: () => findWithdrawalWithOwner(deps.sql, withdrawalId),
    decide: (withdrawal) => {
      if (!withdrawal) throw new AppError("NOT_FOUND", "Withdrawal not found.");
      if (withdrawal.userId === admin.id) throw new AppError("FORBIDDEN", "Nobody deletes a withdrawal of their own");
      if (expected) refuseIfStatusChanged(withdrawal, expected);
      const { operation } = buildWithdrawalDeletion(withdrawal, admin, deps.now());
      return { operation, answer: { status: 204, body: null } };
    },
  });
}

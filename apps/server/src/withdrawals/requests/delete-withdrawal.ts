import { AppError } from "../../platform/base/app-error.ts";
import type { AuditActor } from "../../record/api.ts";
import { runAdministratorOperation } from "../../people/api.ts";
import type { RequestKey } from "../../ledger/api.ts";
import { buildWithdrawalDeletion, refuseIfStatusChanged } from "./withdrawal-settlement.ts";
import { findWithdrawalWithOwner, type WithdrawalRow } from "./store.ts";
import type { WithdrawalDeps } from "./withdrawal-controls.ts";
import * as texts from "../../messages/withdrawals.ts";

/**
 * Deletes a withdrawal, on an administrator's decision: a pending one is returned to the investor, a finished one is hidden
 * from the administrators' list. The investor's history and the ledger keep it.
 * @throws AppError NOT_FOUND unknown or already deleted · FORBIDDEN own withdrawal · CONFLICT being paid out, or its status
 * has changed since it was seen
 */
export function deleteWithdrawal(
  deps: WithdrawalDeps,
  input: {
    admin: AuditActor;
    withdrawalId: string;
    /** The status that the administrator saw, if the request contains it. */
    expected: WithdrawalRow["status"] | undefined;
    requestKey: RequestKey | null;
  },
): Promise<{ status: 204; body: null }> {
  const { admin, withdrawalId, expected } = input;
  return runAdministratorOperation(deps, admin.id, input.requestKey, {
    read: () => findWithdrawalWithOwner(deps.sql, withdrawalId),
    decide: (withdrawal) => {
      if (!withdrawal) throw new AppError("NOT_FOUND", texts.withdrawalNotFound);
      if (withdrawal.userId === admin.id) throw new AppError("FORBIDDEN", texts.deletionOwn);
      if (expected) refuseIfStatusChanged(withdrawal, expected);
      const { operation } = buildWithdrawalDeletion(withdrawal, admin, deps.now());
      return { operation, answer: { status: 204, body: null } };
    },
  });
}

import type { AdminWithdrawal } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import type { ActingAdministrator } from "../../core/audit/store.ts";
import { runAdministratorOperation } from "../../core/ledger/run-administrator-operation.ts";
import type { Claim } from "../../core/ledger/run-money-operation.ts";
import { toAdminWithdrawal } from "./admin-withdrawal.ts";
import { listConfirmations } from "./confirmation-store.ts";
import { refuseIfChanged, requireConfirmation, type ExpectedWithdrawal } from "./four-eyes.ts";
import { buildWithdrawalSettlement, type WithdrawalSettlement } from "./withdrawal-settlement.ts";
import { findWithdrawalWithOwner } from "./store.ts";
import type { WithdrawalDeps } from "./withdrawal-deps.ts";

/**
 * An administrator marks a withdrawal as paid out, or rejects it and gives the money back. Above FOUR_EYES_ABOVE it takes two
 * to pay one out: another administrator has confirmed this amount and this destination before.
 * @throws AppError NOT_FOUND · FORBIDDEN one's own · CONFLICT it is not what was seen, or a confirmation is missing ·
 * CONFLICT, VALIDATION as `buildWithdrawalSettlement` says
 */
export function settleWithdrawal(
  deps: WithdrawalDeps,
  input: {
    admin: ActingAdministrator;
    withdrawalId: string;
    settlement: Omit<WithdrawalSettlement, "confirmedBy">;
    /** What the administrator had before their eyes, where the request says so. */
    expected: ExpectedWithdrawal | undefined;
    claim: Claim | null;
  },
): Promise<{ status: 200; body: AdminWithdrawal }> {
  const { admin, withdrawalId, settlement, expected } = input;
  const { fourEyesAbove: above } = deps;
  return runAdministratorOperation(deps, admin.id, input.claim, {
    read: async () => ({
      withdrawal: await findWithdrawalWithOwner(deps.sql, withdrawalId),
      confirmations: await listConfirmations(deps.sql, [withdrawalId]),
    }),
    decide: ({ withdrawal, confirmations }) => {
      if (!withdrawal) throw new AppError("NOT_FOUND", "Withdrawal not found.");
      if (withdrawal.userId === admin.id) throw new AppError("FORBIDDEN", "Nobody settles a withdrawal of their own");
      if (expected) refuseIfChanged(withdrawal, expected);
      const isPaid = settlement.status === "completed";
      const confirmedBy = isPaid ? requireConfirmation(withdrawal, confirmations, admin.id, above) : null;
      const { operation, after } = buildWithdrawalSettlement(
        withdrawal,
        { ...settlement, confirmedBy },
        admin,
        deps.now(),
      );
      const ended = { ...withdrawal, ...after, settler: admin.person };
      const body = toAdminWithdrawal(ended, confirmations, above);
      return { operation, answer: { status: 200, body } };
    },
  });
}

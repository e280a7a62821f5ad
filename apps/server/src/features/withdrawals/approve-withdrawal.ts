import type { AdminWithdrawal } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { runMoneyOperation, type Claim } from "../../core/ledger/run-money-operation.ts";
import { settlementOf, type Actor, type WithdrawalSettlement } from "./settle-withdrawal.ts";
import { adminWithdrawalOf, findWithdrawalWithOwner } from "./store.ts";
import type { WithdrawalDeps } from "./withdrawal-deps.ts";

/**
 * An administrator marks a withdrawal as paid out, or rejects it and gives the money back.
 * @throws AppError NOT_FOUND · FORBIDDEN one's own · CONFLICT, VALIDATION as `settlementOf` says
 */
export function approveWithdrawal(
  deps: WithdrawalDeps,
  input: {
    admin: Actor;
    withdrawalId: string;
    settlement: WithdrawalSettlement;
    claim: Claim | null;
  },
): Promise<{ status: 200; body: AdminWithdrawal }> {
  const { admin, withdrawalId, settlement } = input;
  return runMoneyOperation(deps.door, input.claim, {
    read: () => findWithdrawalWithOwner(deps.sql, withdrawalId),
    decide: (withdrawal) => {
      if (!withdrawal) throw new AppError("NOT_FOUND", "There is no such withdrawal");
      if (withdrawal.user_id === admin.id) throw new AppError("FORBIDDEN", "Nobody settles a withdrawal of their own");
      const { operation, after } = settlementOf(withdrawal, settlement, admin, deps.now());
      return { operation, answer: { status: 200, body: adminWithdrawalOf({ ...withdrawal, ...after }) } };
    },
  });
}

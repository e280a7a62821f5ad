import type { AdminDeposit } from "@wazi/contracts";
import { AppError } from "../../core/app-error.ts";
import { runMoneyOperation, type Claim } from "../../core/ledger/run-money-operation.ts";
import type { DepositDeps } from "./deposit-deps.ts";
import { settlementOf, type Settlement } from "./settle-deposit.ts";
import { adminDepositOf, findDepositWithOwner, isHashUsed } from "./store.ts";

/**
 * An administrator credits a pending deposit or marks it failed.
 * @throws AppError NOT_FOUND · FORBIDDEN one's own · CONFLICT no longer pending, or the transaction was credited before
 */
export function approveDeposit(
  deps: DepositDeps,
  input: {
    admin: { id: string; address: string };
    depositId: string;
    settlement: Settlement;
    claim: Claim | null;
  },
): Promise<{ status: 200; body: AdminDeposit }> {
  const { admin, depositId, settlement } = input;
  return runMoneyOperation(deps.door, input.claim, {
    read: async () => ({
      deposit: await findDepositWithOwner(deps.sql, depositId),
      hashUsed: settlement.transactionHash !== undefined && (await isHashUsed(deps.sql, settlement.transactionHash)),
    }),
    decide: ({ deposit, hashUsed }) => {
      if (!deposit) throw new AppError("NOT_FOUND", "There is no such deposit");
      if (deposit.user_id === admin.id) throw new AppError("FORBIDDEN", "Nobody approves a deposit of their own");
      const { operation, after } = settlementOf(deposit, settlement, admin, deps.now());
      if (hashUsed) throw new AppError("CONFLICT", "This transaction has been credited before");
      return { operation, answer: { status: 200, body: adminDepositOf({ ...deposit, ...after }) } };
    },
  });
}

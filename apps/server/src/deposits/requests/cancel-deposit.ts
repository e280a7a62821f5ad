import type { Deposit } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import { type RequestKey, runMoneyOperation } from "../../ledger/api.ts";
import type { DepositDeps } from "./create-deposit.ts";
import { buildDepositSettlement } from "./settle-deposit.ts";
import { toDeposit, findDeposit } from "./store.ts";
import * as texts from "../../messages/deposits.ts";

/**
 * Cancels the user's own pending deposit. The address stays assigned, so late payments to it can still be credited.
 * @throws AppError NOT_FOUND unknown or another user's deposit · CONFLICT no longer pending
 */
export function cancelDeposit(
  deps: DepositDeps,
  input: { userId: string; depositId: string; address: string | null; requestKey: RequestKey | null },
): Promise<{ status: 200; body: Deposit }> {
  return runMoneyOperation(deps.door, input.requestKey, {
    read: () => findDeposit(deps.sql, input.depositId),
    decide: (deposit) => {
      if (deposit?.userId !== input.userId) throw new AppError("NOT_FOUND", texts.depositNotFound);
      const actor = { id: input.userId, address: input.address };
      const { operation, after } = buildDepositSettlement(deposit, { status: "failed" }, actor, deps.now());
      return { operation, answer: { status: 200, body: toDeposit(after) } };
    },
  });
}

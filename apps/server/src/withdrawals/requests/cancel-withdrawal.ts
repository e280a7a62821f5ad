import type { Withdrawal } from "@wazi/contracts";
import { AppError } from "../../platform/base/app-error.ts";
import type { AuditActor } from "../../record/api.ts";
import { type RequestKey, runMoneyOperation } from "../../ledger/api.ts";
import { buildWithdrawalCancellation } from "./withdrawal-settlement.ts";
import { findWithdrawalWithOwner, toPayoutJson, toWithdrawal } from "./store.ts";
import type { WithdrawalDeps } from "./withdrawal-controls.ts";
import * as texts from "../../messages/withdrawals.ts";

/**
 * Cancels the user's own pending withdrawal; the money returns to the balance. The row's version decides when it is
 * completed at the same time.
 * @throws AppError NOT_FOUND unknown or another user's · CONFLICT it has ended or is being paid out
 */
export function cancelWithdrawal(
  deps: WithdrawalDeps,
  input: { user: AuditActor; withdrawalId: string; requestKey: RequestKey | null },
): Promise<{ status: 200; body: Withdrawal }> {
  const { user, withdrawalId } = input;
  return runMoneyOperation(deps.door, input.requestKey, {
    read: () => findWithdrawalWithOwner(deps.sql, withdrawalId, { includesHidden: true }),
    decide: (withdrawal) => {
      if (withdrawal?.userId !== user.id) throw new AppError("NOT_FOUND", texts.withdrawalNotFound);
      const { operation, after } = buildWithdrawalCancellation(withdrawal, user, deps.now());
      const [ended] = operation.writes?.payouts ?? [];
      const payout = ended ? toPayoutJson(ended) : withdrawal.payout;
      return {
        operation,
        answer: { status: 200, body: toWithdrawal({ ...after, payout, hold: null, waitsSince: null }) },
      };
    },
  });
}

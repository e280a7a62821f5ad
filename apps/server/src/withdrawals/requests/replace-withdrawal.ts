import { formatAmount, messages, MIN_WITHDRAWAL_CENTS, type Withdrawal } from "@wazi/contracts";
import { parseCents } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import { stepUpRefusal } from "../../platform/http/run-proved.ts";
import type { AuditActor } from "../../record/api.ts";
import { type RequestKey, runMoneyOperation } from "../../ledger/api.ts";
import { buildWithdrawalReplacement } from "./withdrawal-settlement.ts";
import { refuseBelowNetworkMinimum } from "./request-withdrawal.ts";
import { findWithdrawalWithOwner, type OwnedWithdrawalRow, toWithdrawal } from "./store.ts";
import type { WithdrawalDeps } from "./withdrawal-controls.ts";
import * as texts from "../../messages/withdrawals.ts";

/**
 * Replaces the user's own waiting withdrawal by a smaller one to the same destination. Daily limit, address book and deactivation
 * were asked about at the request, and less money needs no more of them. The row's version decides when an administrator settles it
 * at the same time.
 * @throws AppError NOT_FOUND unknown or another user's · CONFLICT it does not wait any more · VALIDATION not smaller, or below the
 * minimum · STEP_UP_REQUIRED
 */
export function replaceWithdrawal(
  deps: WithdrawalDeps,
  input: {
    user: AuditActor;
    withdrawalId: string;
    amount: string;
    requestKey: RequestKey | null;
    isProved: boolean;
  },
): Promise<{ status: 201; body: Withdrawal }> {
  const { user, withdrawalId, isProved } = input;
  const amount = parseCents(input.amount);
  return runMoneyOperation(deps.door, input.requestKey, {
    read: () => findWithdrawalWithOwner(deps.sql, withdrawalId, { includesHidden: true }),
    decide: (withdrawal) => {
      if (withdrawal?.userId !== user.id) throw new AppError("NOT_FOUND", texts.withdrawalNotFound);
      const { operation, replacement } = buildWithdrawalReplacement(withdrawal, amount, user, deps.now());
      refuseAmount(withdrawal, input.amount);
      if (!isProved) throw stepUpRefusal();
      const waitsSince = new Date(Math.max(Number(withdrawal.waitsSince), Number(replacement.createdAt)));
      const body = toWithdrawal({ ...withdrawal, ...replacement, waitsSince, payout: null, local: null });
      return { operation, answer: { status: 201, body } };
    },
  });
}

/** A withdrawal below the minimum takes the whole balance, so that none can be smaller. */
function refuseAmount({ amount: before, network }: OwnedWithdrawalRow, amount: string): void {
  if (parseCents(amount) >= parseCents(before)) refuse(texts.replaceNotSmaller({ amount: formatAmount(before) }));
  if (parseCents(amount) < BigInt(MIN_WITHDRAWAL_CENTS)) refuse(messages.withdrawalTooSmall);
  refuseBelowNetworkMinimum(amount, network);
}

function refuse(message: string): never {
  throw new AppError("VALIDATION", message, { fields: { amount: message } });
}

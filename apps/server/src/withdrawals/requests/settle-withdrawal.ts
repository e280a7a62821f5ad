import type { AdminWithdrawal } from "@wazi/contracts";
import { parseCents, ZERO_CENTS } from "@wazi/domain";
import { AppError } from "../../platform/base/app-error.ts";
import type { ActingAdministrator } from "../../record/api.ts";
import { runAdministratorOperation } from "../../people/api.ts";
import { findRateInForce, readAloneControl, recordAct, type RequestKey } from "../../ledger/api.ts";
import { applyRate, buildUnchanged, judgeRate } from "../rate-holds/hold-payout.ts";
import { toAdminWithdrawal } from "./admin-table.ts";
import { findWithdrawalWithOwner, listConfirmations, toPayoutJson } from "./store.ts";
import { refuseIfChanged, requireConfirmation, type ExpectedWithdrawal } from "./confirmations.ts";
import {
  buildWithdrawalApproval,
  buildWithdrawalSettlement,
  type WithdrawalSettlement,
} from "./withdrawal-settlement.ts";
import { isOpen } from "./transitions.ts";
import type { WithdrawalDeps } from "./withdrawal-controls.ts";
import * as texts from "../../messages/withdrawals.ts";

/**
 * Marks a withdrawal as paid out, or rejects it and returns the money, on an administrator's decision. With PAYOUTS=automatic and
 * a rail to its destination, a completion without a reference approves the payment, which the payout worker then sends. Above
 * ADMIN_ALONE_DAILY_LIMIT, counted over what the administrator did alone in 24 hours, another one must have confirmed this amount
 * and destination before a payout. If the rate differs too much from the one that the investor was shown, the payout is held: one over a
 * rail is approved and not sent, and one by hand is not settled.
 * @throws AppError NOT_FOUND · FORBIDDEN own withdrawal · CONFLICT changed since it was seen, or not confirmed · and those of
 * `buildWithdrawalSettlement`
 */
export function settleWithdrawal(
  deps: WithdrawalDeps,
  input: {
    admin: ActingAdministrator;
    withdrawalId: string;
    settlement: Omit<WithdrawalSettlement, "isPaper"> & { acceptsName?: boolean | undefined };
    /** The values that the administrator saw, if the request contains them. */
    expected: ExpectedWithdrawal | undefined;
    requestKey: RequestKey | null;
  },
): Promise<{ status: 200; body: AdminWithdrawal }> {
  const { admin, withdrawalId, settlement, expected } = input;
  return runAdministratorOperation(deps, admin.id, input.requestKey, {
    read: async () => {
      const now = deps.now();
      const withdrawal = await findWithdrawalWithOwner(deps.sql, withdrawalId);
      const whose = { adminId: admin.id, investorId: withdrawal?.userId ?? null };
      const [control, confirmations] = await Promise.all([
        readAloneControl(deps.sql, { ...whose, now, rule: deps.aloneRule }),
        listConfirmations(deps.sql, [withdrawalId], admin.id),
      ]);
      const isByHand = settlement.status !== "completed" || settlement.transactionHash !== undefined;
      const plan = withdrawal && isOpen(withdrawal.status) && !isByHand ? await deps.payouts?.plan(withdrawal) : null;
      const currency = plan?.currency ?? withdrawal?.local?.currency;
      const inForce = currency === undefined ? null : await findRateInForce(deps.sql, currency);
      return { withdrawal, confirmations, plan, inForce, control, now };
    },
    decide: ({ withdrawal, confirmations, plan, inForce, control, now }) => {
      if (!withdrawal) throw new AppError("NOT_FOUND", texts.withdrawalNotFound);
      if (withdrawal.userId === admin.id) throw new AppError("FORBIDDEN", texts.settlementOwn);
      if (expected) refuseIfChanged(withdrawal, expected);
      const isPaid = settlement.status === "completed";
      const check = isPaid ? judgeRate(withdrawal, plan ?? null, inForce) : null;
      if (check?.moved && !plan) {
        const held = applyRate(buildUnchanged(withdrawal), withdrawal, check, { askedBy: admin.id, now });
        const body = toAdminWithdrawal({ ...withdrawal, ...held }, confirmations, { control, payouts: deps.payouts });
        return { operation: held.operation, answer: { status: 200, body } };
      }
      const confirmedBy = isPaid ? requireConfirmation("settleWithdrawal", withdrawal, confirmations, control) : null;
      const { acceptsName = false } = settlement;
      const paid = { ...settlement, isPaper: deps.isPaperMoney };
      const { operation, after } =
        plan && deps.payouts
          ? buildWithdrawalApproval(withdrawal, { plan, planner: deps.payouts, acceptsName }, admin, now)
          : buildWithdrawalSettlement(withdrawal, paid, admin, now);
      const [payout] = operation.writes?.payouts?.slice(-1) ?? [];
      const settler = plan ? withdrawal.settler : admin.person;
      const checked = applyRate(operation, withdrawal, check, { askedBy: admin.id, now });
      const shown = {
        ...withdrawal,
        ...after,
        settler,
        ...checked,
        ...(payout ? { payout: toPayoutJson(payout) } : {}),
      };
      const amount = isPaid ? parseCents(withdrawal.amount) : ZERO_CENTS;
      const act = { act: "settleWithdrawal" as const, subjectId: withdrawalId, amount, confirmedBy, now };
      const body = toAdminWithdrawal(shown, confirmations, { control, payouts: deps.payouts });
      return { operation: recordAct(checked.operation, control, act), answer: { status: 200, body } };
    },
  });
}

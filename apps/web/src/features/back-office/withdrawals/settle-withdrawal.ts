import { listAllWithdrawals, listUsers, settleWithdrawal, type BodyOf } from "@wazi/contracts";
import { useMoneyMutation } from "../../../lib/money-mutation.ts";

/** How an administrator can end a withdrawal. */
export type WithdrawalEnd = BodyOf<typeof settleWithdrawal>["status"];

export function useSettleWithdrawal() {
  return useMoneyMutation(settleWithdrawal, [listAllWithdrawals, listUsers]);
}

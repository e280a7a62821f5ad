import { listAllWithdrawals, listUsers, settleWithdrawal } from "@wazi/contracts";
import { useMoneyMutation } from "../../lib/money-mutation.ts";

export function useSettleWithdrawal() {
  return useMoneyMutation(settleWithdrawal, [listAllWithdrawals, listUsers]);
}

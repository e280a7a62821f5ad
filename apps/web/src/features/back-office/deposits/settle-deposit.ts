import { listAllDeposits, listUsers, settleDeposit } from "@wazi/contracts";
import { useMoneyMutation } from "../../../lib/money-mutation.ts";

export function useSettleDeposit() {
  return useMoneyMutation(settleDeposit, [listAllDeposits, listUsers]);
}

import { getOverview, getUser, listAllDeposits, listUserMovements, listUsers, settleDeposit } from "@wazi/contracts";
import { useMoneyMutation } from "../../../lib/money-mutation.ts";

/** What shows deposits, and the balances that they change. */
export const depositReads = [listAllDeposits, getOverview, listUsers, getUser, listUserMovements] as const;

export function useSettleDeposit() {
  return useMoneyMutation(settleDeposit, depositReads);
}

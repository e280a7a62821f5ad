import {
  getOverview,
  getUser,
  listAllWithdrawals,
  listUserMovements,
  listUsers,
  settleWithdrawal,
  type BodyOf,
} from "@wazi/contracts";
import { useMoneyMutation } from "../../../lib/money-mutation.ts";

/** How an administrator can end a withdrawal. */
export type WithdrawalEnd = BodyOf<typeof settleWithdrawal>["status"];

/** What shows withdrawals, and the balances that they change. */
export const withdrawalReads = [listAllWithdrawals, getOverview, listUsers, getUser, listUserMovements] as const;

export function useSettleWithdrawal() {
  return useMoneyMutation(settleWithdrawal, withdrawalReads);
}

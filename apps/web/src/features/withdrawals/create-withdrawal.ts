import { createWithdrawal, getCurrentUser, listWithdrawals } from "@wazi/contracts";
import { useMoneyMutation } from "../../lib/money-mutation.ts";

export function useCreateWithdrawal() {
  return useMoneyMutation(createWithdrawal, [listWithdrawals, getCurrentUser]);
}

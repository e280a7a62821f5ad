import { deleteWithdrawal, listAllWithdrawals, listUsers } from "@wazi/contracts";
import { useMoneyMutation } from "../../../lib/money-mutation.ts";

export function useDeleteWithdrawal() {
  return useMoneyMutation(deleteWithdrawal, [listAllWithdrawals, listUsers]);
}

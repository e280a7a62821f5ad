import { deleteWithdrawal } from "@wazi/contracts";
import { useMoneyMutation } from "../../../lib/money-mutation.ts";
import { withdrawalReads } from "./settle-withdrawal.ts";

export function useDeleteWithdrawal() {
  return useMoneyMutation(deleteWithdrawal, withdrawalReads);
}

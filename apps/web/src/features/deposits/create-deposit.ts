import { createDeposit, listDeposits } from "@wazi/contracts";
import { useMoneyMutation } from "../../lib/money-mutation.ts";

export function useCreateDeposit() {
  return useMoneyMutation(createDeposit, [listDeposits]);
}

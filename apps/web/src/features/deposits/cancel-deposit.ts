import { cancelDeposit, listDeposits } from "@wazi/contracts";
import { useMoneyMutation } from "../../lib/money-mutation.ts";

export function useCancelDeposit() {
  return useMoneyMutation(cancelDeposit, [listDeposits]);
}

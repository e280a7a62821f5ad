import { adjustAccount, listUsers } from "@wazi/contracts";
import { useMoneyMutation } from "../../../lib/money-mutation.ts";

export function useAdjustAccount() {
  return useMoneyMutation(adjustAccount, [listUsers]);
}

import { adjustAccount, getUser, listUserMovements, listUsers } from "@wazi/contracts";
import { useMoneyMutation } from "../../../lib/money-mutation.ts";

/** What shows the figures of an account. */
export const accountReads = [listUsers, getUser, listUserMovements] as const;

export function useAdjustAccount() {
  return useMoneyMutation(adjustAccount, accountReads);
}

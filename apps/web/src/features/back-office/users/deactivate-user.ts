import { deactivateUser, listUserSessions } from "@wazi/contracts";
import { useMoneyMutation } from "../../../lib/money-mutation.ts";
import { accountReads } from "./adjust-account.ts";

export function useDeactivateUser() {
  return useMoneyMutation(deactivateUser, [...accountReads, listUserSessions]);
}

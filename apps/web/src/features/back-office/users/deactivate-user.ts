import { deactivateUser, listUsers } from "@wazi/contracts";
import { useMoneyMutation } from "../../../lib/money-mutation.ts";

export function useDeactivateUser() {
  return useMoneyMutation(deactivateUser, [listUsers]);
}

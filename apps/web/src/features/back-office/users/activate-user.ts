import { activateUser, getUser, listUsers } from "@wazi/contracts";
import { useAdminCall } from "../use-admin-call.ts";

export function useActivateUser() {
  return useAdminCall(activateUser, [listUsers, getUser]);
}

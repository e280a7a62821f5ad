import { deleteUser, getOverview, listUsers } from "@wazi/contracts";
import { useAdminCall } from "../use-admin-call.ts";

export function useDeleteUser() {
  return useAdminCall(deleteUser, [listUsers, getOverview]);
}

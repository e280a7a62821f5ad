import { deleteUser, listUsers } from "@wazi/contracts";
import { useAdminCall } from "../use-admin-call.ts";

export function useDeleteUser() {
  return useAdminCall(deleteUser, [listUsers]);
}

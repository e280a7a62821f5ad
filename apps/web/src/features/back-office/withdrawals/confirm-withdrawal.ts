import { confirmWithdrawal, listAllWithdrawals } from "@wazi/contracts";
import { useAdminCall } from "../use-admin-call.ts";

/** The first of two administrators. Nothing is paid by it. */
export function useConfirmWithdrawal() {
  return useAdminCall(confirmWithdrawal, [listAllWithdrawals]);
}

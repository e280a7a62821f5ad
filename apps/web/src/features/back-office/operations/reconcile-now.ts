import { getOperations, reconcileNow } from "@wazi/contracts";
import { useAdminCall } from "../use-admin-call.ts";

export function useReconcileNow() {
  return useAdminCall(reconcileNow, [getOperations]);
}

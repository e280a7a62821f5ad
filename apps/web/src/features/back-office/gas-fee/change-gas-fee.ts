import { changeSystemSettings, getSystemSettings } from "@wazi/contracts";
import { useAdminCall } from "../use-admin-call.ts";

export function useChangeGasFee() {
  return useAdminCall(changeSystemSettings, [getSystemSettings]);
}

import { getUser, listAllVerifications, listUsers, setKycStatus } from "@wazi/contracts";
import { useAdminCall } from "../use-admin-call.ts";

export function useSetKycStatus() {
  return useAdminCall(setKycStatus, [listUsers, getUser, listAllVerifications]);
}

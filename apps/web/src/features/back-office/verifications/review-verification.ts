import { listAllVerifications, listUsers, reviewVerification } from "@wazi/contracts";
import { useAdminCall } from "../use-admin-call.ts";

export function useReviewVerification() {
  return useAdminCall(reviewVerification, [listAllVerifications, listUsers]);
}

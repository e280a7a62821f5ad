import { getOverview, getUser, listAllVerifications, listUsers, reviewVerification } from "@wazi/contracts";
import { useAdminCall } from "../use-admin-call.ts";

/** What shows documents that were submitted, and the status that they lead to. */
export const verificationReads = [listAllVerifications, getOverview, listUsers, getUser] as const;

export function useReviewVerification() {
  return useAdminCall(reviewVerification, verificationReads);
}

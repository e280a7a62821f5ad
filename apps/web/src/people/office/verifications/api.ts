import {
  getOverview,
  getUser,
  toItems,
  listAllVerifications,
  listUsers,
  reviewVerification,
  type AdminVerification,
} from "@wazi/contracts";
import { useCallMutation } from "../../../lib/call-mutation.ts";
import { call } from "../../../lib/api-client.ts";
import { getRefetchMs } from "../../../lib/query-client.ts";
import { useLatestRecord, type LatestRecord } from "../../../office/decisions/use-decision.ts";
import { useRecordPage } from "../../../office/records/use-record-page.ts";

/** One page of verifications. */
export function useVerifications(query: Readonly<Record<string, string>>) {
  return useRecordPage(listAllVerifications, { query, everyMs: getRefetchMs });
}

/** The latest state of the verification in a dialog. */
export function useLatestVerification(shown: AdminVerification): LatestRecord<AdminVerification> {
  return useLatestRecord(listAllVerifications.path, shown, async (signal) => {
    const query = { user: shown.userId, limit: "200" };
    return toItems(await call(listAllVerifications, { query, signal })).find(({ id }) => id === shown.id);
  });
}

/** The calls that show verifications and KYC statuses. */
export const verificationQueries = [listAllVerifications, getOverview, listUsers, getUser] as const;

export function useReviewVerification() {
  return useCallMutation(reviewVerification, verificationQueries);
}

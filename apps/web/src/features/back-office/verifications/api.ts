import {
  getOverview,
  getUser,
  toItems,
  listAllVerifications,
  listUsers,
  reviewVerification,
  type AdminVerification,
} from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";
import { getRefetchMs } from "../../../lib/query-client.ts";
import { useAdminMutation } from "../access/admin-mutation.ts";
import { useLatestRecord, type LatestRecord } from "../decisions/use-decision.ts";
import { useRecordPage } from "../records/use-record-page.ts";

/** One page of the verifications, as the query says. */
export function useVerifications(query: Readonly<Record<string, string>>) {
  return useRecordPage(listAllVerifications, { query, everyMs: getRefetchMs });
}

/** Documents that a dialog is about, as the server has them now. */
export function useLatestVerification(shown: AdminVerification): LatestRecord<AdminVerification> {
  return useLatestRecord(listAllVerifications.path, shown, async (signal) => {
    const query = { user: shown.userId, limit: "200" };
    return toItems(await call(listAllVerifications, { query, signal })).find(({ id }) => id === shown.id);
  });
}

/** What shows documents that were submitted, and the status that they lead to. */
export const verificationQueries = [listAllVerifications, getOverview, listUsers, getUser] as const;

export function useReviewVerification() {
  return useAdminMutation(reviewVerification, verificationQueries);
}

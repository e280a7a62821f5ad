import { itemsOf, listAllVerifications, type AdminVerification } from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";
import { useFreshRecord, type FreshRecord } from "../decisions/fresh-record.ts";

/** Documents that a dialog is about, as the server has them now. */
export function useFreshVerification(shown: AdminVerification): FreshRecord<AdminVerification> {
  return useFreshRecord(listAllVerifications.path, shown, async (signal) => {
    const query = { user: shown.userId, limit: "200" };
    return itemsOf(await call(listAllVerifications, { query, signal })).find(({ id }) => id === shown.id);
  });
}

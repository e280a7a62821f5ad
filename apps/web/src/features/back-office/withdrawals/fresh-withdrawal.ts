import { itemsOf, listAllWithdrawals, type AdminWithdrawal } from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";
import { useFreshRecord, type FreshRecord } from "../decisions/fresh-record.ts";

/** A withdrawal that a dialog is about, as the server has it now. */
export function useFreshWithdrawal(shown: AdminWithdrawal): FreshRecord<AdminWithdrawal> {
  return useFreshRecord(listAllWithdrawals.path, shown, async (signal) => {
    const query = { search: shown.id, limit: "1" };
    return itemsOf(await call(listAllWithdrawals, { query, signal })).find(({ id }) => id === shown.id);
  });
}

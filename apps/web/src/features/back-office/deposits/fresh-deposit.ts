import { itemsOf, listAllDeposits, type AdminDeposit } from "@wazi/contracts";
import { call } from "../../../lib/api-client.ts";
import { useFreshRecord, type FreshRecord } from "../decisions/fresh-record.ts";

/** A deposit that a dialog is about, as the server has it now. */
export function useFreshDeposit(shown: AdminDeposit): FreshRecord<AdminDeposit> {
  return useFreshRecord(listAllDeposits.path, shown, async (signal) => {
    const query = { search: shown.id, limit: "1" };
    return itemsOf(await call(listAllDeposits, { query, signal })).find(({ id }) => id === shown.id);
  });
}

import { useEffect } from "react";
import { useAddressChoice } from "../../lib/address-search.ts";
import { useSearchText } from "../../lib/address-search.ts";
import { useAdmin } from "../access/admin-access.ts";

const recordTabs = ["users", "deposits", "withdrawals", "verifications", "adjustments"] as const;
type RecordTab = (typeof recordTabs)[number];

/** The last address of each tab, for the administrator who is signed in. */
let remembered = { adminId: "", searches: new Map<RecordTab, string>() };

function getSearches(adminId: string): Map<RecordTab, string> {
  if (remembered.adminId !== adminId) remembered = { adminId, searches: new Map() };
  return remembered.searches;
}

/** The selected tab, kept in the address. Returning to a tab restores its filters, order and page. */
export function useRecordTab(): [RecordTab, (tab: RecordTab) => void] {
  const { id } = useAdmin();
  const search = useSearchText();
  const [tab, setTab] = useAddressChoice("tab", recordTabs, (next) => getSearches(id).get(next));
  useEffect(() => {
    if (search === "") getSearches(id).delete(tab);
    else getSearches(id).set(tab, search);
  }, [id, tab, search]);
  return [tab, setTab];
}

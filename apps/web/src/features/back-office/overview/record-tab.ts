import { useEffect } from "react";
import { useAddressChoice } from "../../../lib/address-search.ts";
import { useSearchText } from "../../../lib/address-search.ts";
import { useAdmin } from "../access/admin-access.ts";

const recordTabs = ["users", "deposits", "withdrawals", "verifications"] as const;
type RecordTab = (typeof recordTabs)[number];

/** What each tab had in the address when it was shown last; of the administrator who is signed in, and of nobody before. */
let kept = { adminId: "", searches: new Map<RecordTab, string>() };

function searchesOf(adminId: string): Map<RecordTab, string> {
  if (kept.adminId !== adminId) kept = { adminId, searches: new Map() };
  return kept.searches;
}

/** Which list of records is shown. The address says so; a tab that is come back to has its filters, order and place again. */
export function useRecordTab(): [RecordTab, (tab: RecordTab) => void] {
  const { id } = useAdmin();
  const search = useSearchText();
  const [tab, setTab] = useAddressChoice("tab", recordTabs, (next) => searchesOf(id).get(next));
  useEffect(() => {
    if (search === "") searchesOf(id).delete(tab);
    else searchesOf(id).set(tab, search);
  }, [id, tab, search]);
  return [tab, setTab];
}

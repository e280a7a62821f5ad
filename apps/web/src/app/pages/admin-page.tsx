import { AdjustmentsTab } from "../../office/adjustments/adjustments-tab.tsx";
import { DepositsTab } from "../../deposits/office/deposits-tab.tsx";
import { GasFeeCard } from "../../withdrawals/office/gas-fee/gas-fee-card.tsx";
import { useOverview } from "../../office/overview/api.ts";
import { PendingCounts } from "../../office/overview/pending-counts.tsx";
import { useStartOnQueue } from "../../office/overview/start-on-queue.ts";
import { UsersTab } from "../../people/office/users/users-tab.tsx";
import { VerificationsTab } from "../../people/office/verifications/verifications-tab.tsx";
import { WithdrawalsTab } from "../../withdrawals/office/requests/withdrawals-tab.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { Tabs } from "../../ui/tabs.tsx";
import * as texts from "../../messages/admin-dashboard.ts";
import { useEffect } from "react";
import { useAddressChoice, useSearchText } from "../../lib/address-search.ts";
import { useAdmin, useReadsEverything } from "../../office/access/admin-access.ts";

const recordTabs = ["users", "deposits", "withdrawals", "verifications", "adjustments"] as const;
type RecordTab = (typeof recordTabs)[number];

/** The last address of each tab, for the administrator who is signed in. */
let remembered = { adminId: "", searches: new Map<RecordTab, string>() };

function getSearches(adminId: string): Map<RecordTab, string> {
  if (remembered.adminId !== adminId) remembered = { adminId, searches: new Map() };
  return remembered.searches;
}

/** The selected tab, kept in the address. Returning to a tab restores its filters, order and page. */
function useRecordTab(): [RecordTab, (tab: RecordTab) => void] {
  const { id } = useAdmin();
  const search = useSearchText();
  const [tab, setTab] = useAddressChoice("tab", recordTabs, (next) => getSearches(id).get(next));
  useEffect(() => {
    if (search === "") getSearches(id).delete(tab);
    else getSearches(id).set(tab, search);
  }, [id, tab, search]);
  return [tab, setTab];
}

export default function AdminPage() {
  useTitle(texts.admin);
  const [tab, setTab] = useRecordTab();
  const readsEverything = useReadsEverything();
  const overviewQuery = useOverview();
  const overview = overviewQuery.data;
  useStartOnQueue(overview);
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-8 md:mb-4 md:gap-y-2">
        <h1 className="text-24">{texts.backOffice}</h1>
        <GasFeeCard />
      </div>
      <PendingCounts query={overviewQuery} />
      <section
        aria-label={texts.records}
        className="mt-2 rounded-md border border-line bg-surface px-4 sm:px-6 md:mt-4"
      >
        <Tabs
          label={texts.records}
          value={tab}
          onChange={setTab}
          isHeavy
          tabs={[
            { value: "users", label: texts.users, content: <UsersTab /> },
            {
              value: "deposits",
              label: texts.deposits,
              waiting: overview?.deposits.count ?? 0,
              content: <DepositsTab />,
            },
            {
              value: "withdrawals",
              label: texts.withdrawals,
              waiting: overview?.withdrawals.count ?? 0,
              content: <WithdrawalsTab />,
            },
            {
              value: "verifications",
              label: texts.verifications,
              waiting: overview?.verifications.count ?? 0,
              content: <VerificationsTab />,
            },
            ...(readsEverything
              ? [
                  {
                    value: "adjustments" as const,
                    label: texts.adjustments,
                    waiting: overview?.adjustments.count ?? 0,
                    content: <AdjustmentsTab />,
                  },
                ]
              : []),
          ]}
        />
      </section>
    </>
  );
}

import { useEffect, useRef, type RefObject } from "react";
import { useLocation } from "wouter";
import { DepositsTab } from "../../features/back-office/deposits/deposits-tab.tsx";
import { GasFeeCard } from "../../features/back-office/gas-fee/gas-fee-card.tsx";
import { useOverview } from "../../features/back-office/overview.ts";
import { UsersTab } from "../../features/back-office/users/users-tab.tsx";
import { VerificationsTab } from "../../features/back-office/verifications/verifications-tab.tsx";
import { WaitingCounts } from "../../features/back-office/waiting-counts.tsx";
import { WithdrawalsTab } from "../../features/back-office/withdrawals/withdrawals-tab.tsx";
import { useSearchText } from "../../lib/address-search.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Tabs } from "../../ui/tabs.tsx";

const tabs = ["users", "deposits", "withdrawals", "verifications"] as const;
type AdminTab = (typeof tabs)[number];

function readTab(search: string): AdminTab {
  const asked = new URLSearchParams(search).get("tab");
  return tabs.find((tab) => tab === asked) ?? tabs[0];
}

/** Which list the address asks for; the first one where it asks for none of them. */
function useAdminTab(): [AdminTab, (tab: AdminTab) => void] {
  const tab = readTab(useSearchText());
  const [path, navigate] = useLocation();
  function choose(next: AdminTab): void {
    // A press on a tab tells of its choice twice, before this has been shown anew: that is one step and not two.
    // Filters and order belong to the list that is left.
    if (readTab(window.location.search) !== next) navigate(`${path}?tab=${next}`);
  }
  return [tab, choose];
}

/** On a narrow screen the tabs go on beside it: the one that is chosen, or asked for by the address, is scrolled to. Their counts make them wider. */
function useTabInSight(tab: AdminTab, areCounted: boolean): RefObject<HTMLElement | null> {
  const records = useRef<HTMLElement>(null);
  useEffect(() => {
    const chosen = records.current?.querySelector<HTMLElement>("[role=tab][aria-selected=true]");
    chosen?.parentElement?.scrollTo({ left: chosen.offsetLeft - chosen.parentElement.offsetLeft });
  }, [tab, areCounted]);
  return records;
}

export default function AdminPage() {
  useTitle("Admin");
  const [tab, setTab] = useAdminTab();
  const { data: overview } = useOverview();
  const records = useTabInSight(tab, overview !== undefined);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <h1 className="text-24">Back office</h1>
        <GasFeeCard />
      </div>
      <WaitingCounts overview={overview} />
      <section
        ref={records}
        aria-label="Records"
        className="mt-4 rounded-md border border-line bg-surface px-4 sm:px-6"
      >
        <Tabs
          label="Records"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: "users", label: "Users", content: <UsersTab /> },
            { value: "deposits", label: "Deposits", waiting: overview?.deposits.count ?? 0, content: <DepositsTab /> },
            {
              value: "withdrawals",
              label: "Withdrawals",
              waiting: overview?.withdrawals.count ?? 0,
              content: <WithdrawalsTab />,
            },
            {
              value: "verifications",
              label: "Verifications",
              waiting: overview?.verifications.count ?? 0,
              content: <VerificationsTab />,
            },
          ]}
        />
      </section>
    </>
  );
}

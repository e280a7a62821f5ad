import { DepositsTab } from "../../features/back-office/deposits/deposits-tab.tsx";
import { GasFeeCard } from "../../features/back-office/gas-fee/gas-fee-card.tsx";
import { useOverview } from "../../features/back-office/overview.ts";
import { UsersTab } from "../../features/back-office/users/users-tab.tsx";
import { VerificationsTab } from "../../features/back-office/verifications/verifications-tab.tsx";
import { WaitingCounts } from "../../features/back-office/waiting-counts.tsx";
import { WithdrawalsTab } from "../../features/back-office/withdrawals/withdrawals-tab.tsx";
import { useAddressChoice } from "../../lib/address-choice.ts";
import { useTitle } from "../../lib/use-title.ts";
import { Tabs } from "../../ui/tabs.tsx";

const tabs = ["users", "deposits", "withdrawals", "verifications"] as const;
export default function AdminPage() {
  useTitle("Admin");
  const [tab, setTab] = useAddressChoice("tab", tabs);
  const { data: overview } = useOverview();
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <h1 className="text-24">Back office</h1>
        <GasFeeCard />
      </div>
      <WaitingCounts overview={overview} />
      <section aria-label="Records" className="mt-4 rounded-md border border-line bg-surface px-4 sm:px-6">
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

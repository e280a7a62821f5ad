import { useState } from "react";
import { useAllDeposits } from "../../features/back-office/deposits/all-deposits.ts";
import { useAllVerifications } from "../../features/back-office/verifications/all-verifications.ts";
import { useAllWithdrawals } from "../../features/back-office/withdrawals/all-withdrawals.ts";
import { DepositsTab } from "../../features/back-office/deposits/deposits-tab.tsx";
import { GasFeeCard } from "../../features/back-office/gas-fee/gas-fee-card.tsx";
import { UsersTab } from "../../features/back-office/users/users-tab.tsx";
import { VerificationsTab } from "../../features/back-office/verifications/verifications-tab.tsx";
import { countPending, WaitingCounts } from "../../features/back-office/waiting-counts.tsx";
import { WithdrawalsTab } from "../../features/back-office/withdrawals/withdrawals-tab.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Tabs } from "../../ui/tabs.tsx";

type AdminTab = "users" | "deposits" | "withdrawals" | "verifications";

export default function AdminPage() {
  const [tab, setTab] = useState<AdminTab>("users");
  const deposits = countPending(useAllDeposits().data) ?? 0;
  const withdrawals = countPending(useAllWithdrawals().data) ?? 0;
  const verifications = countPending(useAllVerifications().data) ?? 0;
  return (
    <>
      <PageHeading title="Back office" tabTitle="Admin" />
      <WaitingCounts />
      <div className="mt-6">
        <GasFeeCard />
      </div>
      <section aria-label="Records" className="mt-6 rounded-md border border-line bg-surface px-4 pt-2 pb-6 sm:px-6">
        <Tabs
          label="Records"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: "users", label: "Users", content: <UsersTab /> },
            { value: "deposits", label: "Deposits", waiting: deposits, content: <DepositsTab /> },
            { value: "withdrawals", label: "Withdrawals", waiting: withdrawals, content: <WithdrawalsTab /> },
            { value: "verifications", label: "Verifications", waiting: verifications, content: <VerificationsTab /> },
          ]}
        />
      </section>
    </>
  );
}

import { ActiveDeposit } from "../../features/deposits/active-deposit.tsx";
import { DepositForm } from "../../features/deposits/deposit-form.tsx";
import { isPending, useDeposits } from "../../features/deposits/api.ts";
import { RecentDeposits } from "../../features/deposits/recent-deposits.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { InfoList } from "../../ui/info-list.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";

export default function DepositPage(_props: SignedInPageProps) {
  const deposits = useDeposits();
  const active = deposits.data?.find(isPending);
  return (
    <>
      <PageHeading title="Deposit">Choose a cryptocurrency and send it to your own deposit address.</PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <Sheet title={active === undefined ? "New deposit" : "Active deposit"}>
          <QueryState query={deposits} what="your deposits" loading={<SkeletonRows rows={4} />}>
            {() => (active === undefined ? <DepositForm /> : <ActiveDeposit key={active.id} deposit={active} />)}
          </QueryState>
        </Sheet>
        <div className="grid gap-6">
          <Sheet title="Recent deposits">
            <QueryState
              query={deposits}
              what="your deposits"
              loading={<SkeletonRows rows={1} />}
              empty={<EmptyState>No deposits yet. A first deposit of $100 or more opens your package.</EmptyState>}
            >
              {(list) => <RecentDeposits deposits={list} />}
            </QueryState>
          </Sheet>
          <Sheet title="Good to know">
            <InfoList
              items={[
                "The minimum deposit is $100.",
                "The rate is held for 15 minutes. After that, your deposit stays pending and your money is still yours.",
                "Your address is never given to anyone else.",
                "We credit the amount received, once it is confirmed.",
                "Your total deposits decide your package: $100, $500 or $1,000.",
              ]}
            />
          </Sheet>
        </div>
      </div>
    </>
  );
}

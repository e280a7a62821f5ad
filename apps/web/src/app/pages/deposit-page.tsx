import { formatAmount } from "@wazi/contracts";
import { useState } from "react";
import { ActiveDeposit } from "../../deposits/investor/active-deposit.tsx";
import { NewDeposit } from "../../deposits/investor/new-deposit.tsx";
import { isPending, useDeposits, useDustBelow } from "../../deposits/investor/api.ts";
import { RecentDeposits } from "../../deposits/investor/recent-deposits.tsx";
import { useCreditTimeText } from "../../office/status/processing-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { InfoList } from "../../ui/info-list.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";
import * as texts from "../../messages/deposits.ts";

export default function DepositPage({ user }: SignedInPageProps) {
  const deposits = useDeposits();
  const timing = useCreditTimeText();
  const dustBelow = useDustBelow();
  const [isCreatedHere, setCreatedHere] = useState(false);
  const active = deposits.data?.find(isPending);
  return (
    <>
      <PageHeading title={texts.deposit}>{texts.pageLead}</PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <Sheet title={active === undefined ? texts.newDeposit : texts.activeDeposit}>
          <QueryState query={deposits} failedTitle={texts.depositsFailedTitle} loading={<SkeletonRows rows={4} />}>
            {() =>
              active === undefined ? (
                <NewDeposit userId={user.id} timing={timing} onCreated={() => setCreatedHere(true)} />
              ) : (
                <ActiveDeposit key={active.id} deposit={active} timing={timing} takesFocus={isCreatedHere} />
              )
            }
          </QueryState>
        </Sheet>
        <div className="grid gap-6">
          <Sheet title={texts.recentDeposits}>
            <QueryState
              query={deposits}
              failedTitle={texts.depositsFailedTitle}
              loading={<SkeletonRows rows={1} />}
              empty={<EmptyState>{texts.listEmpty}</EmptyState>}
            >
              {(list) => <RecentDeposits deposits={list} timing={timing} />}
            </QueryState>
          </Sheet>
          <Sheet title={texts.infoTitle}>
            <InfoList
              items={[
                texts.infoLimits,
                texts.infoRate,
                texts.infoOwnAddress,
                texts.infoCredit,
                ...(dustBelow === undefined ? [] : [texts.infoSmall({ dustBelow: formatAmount(dustBelow) })]),
                texts.infoPackage,
              ]}
            />
          </Sheet>
        </div>
      </div>
    </>
  );
}

import { useProcessingText } from "../../features/status/api.ts";
import { isOpen, useSystemSettings, useWithdrawals, useWithdrawalTerms } from "../../features/withdrawals/api.ts";
import { RecentWithdrawals } from "../../features/withdrawals/recent-withdrawals.tsx";
import { WithdrawalForm } from "../../features/withdrawals/withdrawal-form.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { InfoList } from "../../ui/info-list.tsx";
import { Money } from "../../ui/money.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";

/** Loaded after the page, which stays small. */
const loadAddressBook = () => import("../../features/withdrawals/address-book.tsx");

export default function WithdrawalPage({ user }: SignedInPageProps) {
  const withdrawals = useWithdrawals();
  const settings = useSystemSettings().data;
  const terms = useWithdrawalTerms().data;
  const processing = useProcessingText("withdrawal");
  return (
    <>
      <PageHeading title="Withdraw">
        To a crypto wallet, a bank account or M-Pesa. You receive the full amount.
      </PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <Sheet
          title="New withdrawal"
          aside={
            <p className="text-14 text-muted">
              Available balance{" "}
              <Money
                value={user.account.balance}
                testId="available-balance"
                className="ml-1 text-18 font-semibold text-ink"
              />
            </p>
          }
        >
          <WithdrawalForm
            balance={user.account.balance}
            ownCountry={user.country}
            terms={terms}
            isBlocked={withdrawals.data?.some(isOpen) === true}
          />
        </Sheet>
        <div className="grid gap-6">
          <Sheet title="Recent withdrawals">
            <QueryState
              query={withdrawals}
              what="your withdrawals"
              loading={<SkeletonRows rows={2} />}
              empty={<EmptyState>No withdrawals yet. Your requests and their progress will appear here.</EmptyState>}
            >
              {(list) => <RecentWithdrawals withdrawals={list} settings={settings} />}
            </QueryState>
          </Sheet>
          <Sheet title="Address book">
            <DeferredPart
              load={loadAddressBook}
              loading={<SkeletonRows rows={1} />}
              failed={<p className="text-14 text-muted">The address book could not be loaded.</p>}
              props={{ waitHours: terms?.addressWaitHours ?? 0 }}
            />
          </Sheet>
          <Sheet title="Good to know">
            <InfoList
              items={[
                "The platform pays the network fee. You never pay to withdraw.",
                "The minimum is $10, or your whole balance if that is less.",
                "A crypto withdrawal must also cover the network's fee. The form shows the minimum of each network.",
                `Processed ${processing}.`,
                "The amount is put on hold when you request it. If the withdrawal is rejected, it returns to your balance at once.",
                "You can have one open withdrawal at a time. You can cancel it until it is paid.",
                "After a change of your password, second factor or email, payouts wait for 24 hours.",
              ]}
            />
          </Sheet>
        </div>
      </div>
    </>
  );
}

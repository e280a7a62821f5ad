import { useState } from "react";
import { useProcessingText } from "../../office/status/processing-text.ts";
import { isOpen, useSystemSettings, useWithdrawals, useWithdrawalTerms } from "../../withdrawals/investor/api.ts";
import { OpenWithdrawal } from "../../withdrawals/investor/open-withdrawal.tsx";
import { WithdrawalForm } from "../../withdrawals/investor/withdrawal-form.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryState } from "../../ui/query-state.tsx";
import { InfoList } from "../../ui/info-list.tsx";
import { Money } from "../../ui/money.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { DeferredPart } from "../deferred-part.tsx";
import type { SignedInPageProps } from "../signed-in-area.tsx";
import * as texts from "../../messages/withdrawals.ts";

/** Loaded after the page, which stays small. */
const loadReview = () => import("../../withdrawals/investor/review-withdrawal.tsx");
const loadRecentWithdrawals = () => import("../../withdrawals/investor/recent-withdrawals.tsx");
const loadAddressBook = () => import("../../withdrawals/investor/address-book.tsx");

export default function WithdrawalPage({ user }: SignedInPageProps) {
  const withdrawals = useWithdrawals();
  const settings = useSystemSettings().data;
  const terms = useWithdrawalTerms().data;
  const processing = useProcessingText("withdrawal");
  const open = withdrawals.data?.find(isOpen);
  const [hadForm, setHadForm] = useState(false);
  if (!hadForm && withdrawals.data !== undefined && open === undefined) setHadForm(true);
  return (
    <>
      <PageHeading title={texts.withdraw}>{texts.pageLead}</PageHeading>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
        <Sheet
          title={texts.newWithdrawal}
          aside={
            <p className="text-14 text-muted">
              {texts.pageBalance({
                balance: (
                  <Money
                    value={user.account.balance}
                    testId="available-balance"
                    className="ml-1 text-18 font-semibold text-ink"
                  />
                ),
              })}
            </p>
          }
        >
          <QueryState
            query={withdrawals}
            failedTitle={texts.withdrawalsFailedTitle}
            loading={<SkeletonRows rows={4} />}
          >
            {() =>
              open === undefined ? (
                <WithdrawalForm
                  userId={user.id}
                  balance={user.account.balance}
                  ownCountry={user.country}
                  terms={terms}
                  timing={processing}
                  review={(of) => (
                    <DeferredPart
                      load={loadReview}
                      props={of}
                      loading={<SkeletonRows rows={4} />}
                      failed={<p role="alert">{texts.nextStepFailed}</p>}
                    />
                  )}
                />
              ) : (
                <OpenWithdrawal withdrawal={open} takesFocus={hadForm} />
              )
            }
          </QueryState>
        </Sheet>
        <div className="grid gap-6">
          <Sheet title={texts.recentWithdrawals}>
            <QueryState
              query={withdrawals}
              failedTitle={texts.withdrawalsFailedTitle}
              loading={<SkeletonRows rows={2} />}
              empty={<EmptyState>{texts.listEmpty}</EmptyState>}
            >
              {(list) => (
                <DeferredPart
                  load={loadRecentWithdrawals}
                  loading={<SkeletonRows rows={2} />}
                  failed={<p role="alert">{texts.listFailed}</p>}
                  props={{ withdrawals: list, settings, timing: processing }}
                />
              )}
            </QueryState>
          </Sheet>
          <Sheet title={texts.addressBook}>
            <DeferredPart
              load={loadAddressBook}
              loading={<SkeletonRows rows={1} />}
              failed={<p className="text-14 text-muted">{texts.bookFailed}</p>}
              props={{ waitHours: terms?.addressWaitHours ?? 0 }}
            />
          </Sheet>
          <Sheet title={texts.infoTitle}>
            <InfoList
              items={[
                texts.infoFee,
                texts.infoMinimum,
                texts.infoNetworkMinimum,
                texts.processedProcessing({ processing }),
                texts.infoOnHold,
                texts.infoOneOpen,
                texts.infoHold,
              ]}
            />
          </Sheet>
        </div>
      </div>
    </>
  );
}

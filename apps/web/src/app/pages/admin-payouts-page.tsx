import { Panel } from "../../office/display/panel.tsx";
import { usePayouts } from "../../withdrawals/office/payouts/api.ts";
import { ChainPanel } from "../../withdrawals/office/payouts/chain-panel.tsx";
import { DepositRails } from "../../withdrawals/office/payouts/deposit-rails.tsx";
import { FeesTable, LocalRates } from "../../withdrawals/office/payouts/fees-and-rates.tsx";
import { PayoutsList, ReviewsList } from "../../withdrawals/office/payouts/payouts-list.tsx";
import { RateHolds } from "../../withdrawals/office/payouts/rate-holds.tsx";
import { RailsHealth } from "../../withdrawals/office/payouts/rails-health.tsx";
import { StatementsPanel } from "../../withdrawals/office/payouts/statements-panel.tsx";
import { useTitle } from "../../lib/use-title.ts";
import { QueryState } from "../../ui/query-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import * as texts from "../../messages/admin-payouts.ts";

/** The rails that withdrawals are paid over, with their switches, and everything that waits for a decision. */
export default function AdminPayoutsPage() {
  useTitle(texts.payoutsAdmin);
  const query = usePayouts();
  return (
    <>
      <h1 className="mb-4 text-24">{texts.payouts}</h1>
      <QueryState
        query={query}
        failedTitle={texts.payoutsFailedTitle}
        loading={<SkeletonRows rows={4} className="h-24" />}
      >
        {(overview) => (
          <div className="grid gap-4">
            <Panel title={texts.rails}>
              <RailsHealth overview={overview} />
            </Panel>
            <Panel title={texts.depositRails}>
              <DepositRails rails={overview.depositRails} />
            </Panel>
            <ChainPanel />
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <Panel title={texts.pagePayoutsTitle}>
                <PayoutsList payouts={overview.payouts} />
              </Panel>
              <div className="grid gap-4">
                <Panel title={texts.forReview}>
                  <ReviewsList reviews={overview.reviews} />
                </Panel>
                <Panel title={texts.rateHoldsTitle}>
                  <RateHolds holds={overview.rateHolds} />
                </Panel>
                <Panel title={texts.localRates}>
                  <LocalRates {...overview} />
                </Panel>
                <Panel title={texts.pageFeesTitle}>
                  <FeesTable {...overview} />
                </Panel>
              </div>
            </div>
            <Panel title={texts.statements}>
              <StatementsPanel />
            </Panel>
          </div>
        )}
      </QueryState>
    </>
  );
}

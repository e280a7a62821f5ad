import { AmountShares } from "../../ui/amount-shares.tsx";
import { Button } from "../../ui/button.tsx";
import { Money } from "../../ui/money.tsx";
import { MoreDetails } from "../../ui/more-details.tsx";
import { RateHoldNotice } from "../../ui/rate-hold-notice.tsx";
import { RequestSteps } from "../../ui/request-steps.tsx";
import { ReviewStep } from "../../ui/review-step.tsx";
import { TradeRows } from "../../ui/trade-rows.tsx";
import { SampleGroup } from "./sample-group.tsx";

const ignore = (): void => undefined;

/** Parts of requests for money and of lists on a phone. */
export function RequestSamples() {
  return (
    <SampleGroup name="Requests and rows">
      <AmountShares available="500.00" onChoose={ignore} />
      <RequestSteps
        label="Progress"
        steps={[
          { title: "Requested", at: "2026-11-22T20:31:00.000Z", state: "done" },
          { title: "Being checked", text: "Processed by a person; no time promised.", state: "now" },
          { title: "Paid to you", state: "later" },
          { title: "Rejected", text: "$100.00 returned to your balance.", state: "ended" },
        ]}
      />
      <RateHoldNotice
        hold={{
          id: "1",
          kind: "payout",
          currency: "KES",
          fixedAmount: "100.00",
          rateShown: "129.25",
          rateNow: "120",
          amountShown: "12925.00",
          amountNow: "12000.00",
          status: "open",
          heldAt: "2026-11-22T20:31:00.000Z",
          decideBy: "2026-11-23T20:31:00.000Z",
        }}
      />
      <MoreDetails label="A review, which takes the focus">
        <ReviewStep
          title="Check your withdrawal"
          rows={[["You withdraw", <Money key="amount" value="100.00" />]]}
          isSending={false}
          onBack={ignore}
        >
          <Button>Request Withdrawal</Button>
        </ReviewStep>
      </MoreDetails>
      <TradeRows
        label="Trades"
        rows={[
          {
            id: "1",
            symbol: "EUR/USD",
            side: "buy",
            executedAt: "2026-11-22T20:31:00.000Z",
            barTime: null,
            result: <Money value="12.40" change />,
            about: "Alpha-Forex-01",
            prices: "1.08431 → 1.08502",
          },
        ]}
      />
    </SampleGroup>
  );
}

import type { Deposit } from "@wazi/contracts";
import { useState } from "react";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { MoreDetails } from "../../ui/more-details.tsx";
import { LocalAmount } from "../../ui/local-amount.tsx";
import { Money } from "../../ui/money.tsx";
import { RateHoldNotice } from "../../ui/rate-hold-notice.tsx";
import { RequestSteps } from "../../ui/request-steps.tsx";
import { Tag } from "../../ui/tag.tsx";
import { describeDepositSteps } from "./deposit-steps.ts";
import { PaymentList } from "./payment-list.tsx";
import * as texts from "../../messages/deposits.ts";

const statusLabels = { pending: texts.pending, completed: texts.completed, failed: texts.failed } as const;
const looks = { pending: "wait", completed: "gain", failed: "loss" } as const;

function DepositStatus({ status }: { status: Deposit["status"] }) {
  return <Tag look={looks[status]}>{statusLabels[status]}</Tag>;
}

const SHOWN_AT_FIRST = 1;
const SHOWN_AT_MOST = 10;

export function RecentDeposits({
  deposits,
  timing,
}: {
  deposits: readonly Deposit[];
  /** How long deposits took. */
  timing: string;
}) {
  const [isExpanded, setExpanded] = useState(false);
  return (
    <>
      <ol className="-my-3 divide-y divide-line">
        {deposits.slice(0, isExpanded ? SHOWN_AT_MOST : SHOWN_AT_FIRST).map((deposit) => (
          <li key={deposit.id} data-testid="deposit" className="grid gap-3 py-3">
            <div className="flex items-start justify-between gap-4">
              <div className="min-w-0">
                <Money value={deposit.receivedAmount ?? deposit.amount} className="font-semibold" />
                {deposit.receivedAmount === null || deposit.receivedAmount === deposit.amount ? null : (
                  <p className="text-14 text-muted">
                    {texts.recentReceivedRequested({ amount: <Money value={deposit.amount} /> })}
                  </p>
                )}
                {deposit.receivedAmount === null ? <LocalAmount local={deposit.local} /> : null}
                <p className="text-14 text-muted">
                  {texts.coinOnNetwork({ currency: deposit.currency, network: deposit.network })}
                </p>
                <p className="text-14 text-muted">{formatDayAndTime(deposit.createdAt)}</p>
              </div>
              <DepositStatus status={deposit.status} />
            </div>
            <RateHoldNotice hold={deposit.rateHold} />
            <PaymentList payments={deposit.payments ?? []} />
            <MoreDetails label={texts.progress}>
              <RequestSteps label={texts.recentProgressLabel} steps={describeDepositSteps(deposit, timing)} />
            </MoreDetails>
          </li>
        ))}
      </ol>
      {deposits.length > SHOWN_AT_FIRST ? (
        <Button
          look="secondary"
          className="mt-6 w-full"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? texts.showLess : texts.showMore}
        </Button>
      ) : null}
    </>
  );
}

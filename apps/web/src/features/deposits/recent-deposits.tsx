import type { Deposit } from "@wazi/contracts";
import { useState } from "react";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { Button } from "../../ui/button.tsx";
import { Money } from "../../ui/money.tsx";
import { Tag } from "../../ui/tag.tsx";

const statusLabels = { pending: "Pending", completed: "Completed", failed: "Failed" } as const;
const looks = { pending: "wait", completed: "gain", failed: "loss" } as const;

function DepositStatus({ status }: { status: Deposit["status"] }) {
  return <Tag look={looks[status]}>{statusLabels[status]}</Tag>;
}

const SHOWN_AT_FIRST = 1;
const SHOWN_AT_MOST = 10;

export function RecentDeposits({ deposits }: { deposits: readonly Deposit[] }) {
  const [isExpanded, setExpanded] = useState(false);
  return (
    <>
      <ol className="-my-3 divide-y divide-line">
        {deposits.slice(0, isExpanded ? SHOWN_AT_MOST : SHOWN_AT_FIRST).map((deposit) => (
          <li key={deposit.id} data-testid="deposit" className="flex items-start justify-between gap-4 py-3">
            <div className="min-w-0">
              <Money value={deposit.receivedAmount ?? deposit.amount} className="font-semibold" />
              {deposit.receivedAmount === null || deposit.receivedAmount === deposit.amount ? null : (
                <p className="text-14 text-muted">
                  received; requested <Money value={deposit.amount} />
                </p>
              )}
              <p className="text-14 text-muted">
                {deposit.currency} on {deposit.network}
              </p>
              <p className="text-14 text-muted">{formatDayAndTime(deposit.createdAt)}</p>
            </div>
            <DepositStatus status={deposit.status} />
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
          {isExpanded ? "Show Less" : "Show More"}
        </Button>
      ) : null}
    </>
  );
}

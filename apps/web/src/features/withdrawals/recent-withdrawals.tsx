import type { SystemSettings, Withdrawal } from "@wazi/contracts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Tag } from "../../ui/tag.tsx";
import { CancelWithdrawal } from "./cancel-withdrawal.tsx";
import { describeHold } from "./hold-text.ts";
import { NetworkFeeBox } from "./network-fee-box.tsx";

const statusLabels = {
  pending: "Pending",
  processing: "Processing",
  completed: "Processed",
  rejected: "Rejected",
} as const;
const looks = { pending: "wait", processing: "wait", completed: "gain", rejected: "loss" } as const;

/** A completed withdrawal is labelled "Processed". */
function WithdrawalStatus({ withdrawal: { status, isCancelled } }: { withdrawal: Withdrawal }) {
  if (isCancelled) return <Tag>Cancelled</Tag>;
  return <Tag look={looks[status]}>{statusLabels[status]}</Tag>;
}

const SHOWN = 5;

export function RecentWithdrawals({
  withdrawals,
  settings,
}: {
  withdrawals: readonly Withdrawal[];
  settings: SystemSettings | undefined;
}) {
  return (
    <ol className="-my-4 divide-y divide-line">
      {withdrawals.slice(0, SHOWN).map((withdrawal) => (
        <li key={withdrawal.id} data-testid="withdrawal" className="py-4">
          <div className="flex items-start justify-between gap-4">
            <Money value={withdrawal.amount} className="text-18 font-semibold" />
            <WithdrawalStatus withdrawal={withdrawal} />
          </div>
          <dl className="mt-1 grid gap-0.5 text-14 text-muted">
            {describeDestination(withdrawal).map(([term, text]) => (
              <div key={term} className="flex flex-wrap gap-x-1.5">
                <dt>{term}:</dt>
                <dd className="min-w-0 break-all text-ink">{text}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-0.5 text-14 text-muted">{formatDayAndTime(withdrawal.createdAt)}</p>
          {withdrawal.hold === null ? null : (
            <Notice
              look="warning"
              className="mt-3"
              title={`Paid out after ${formatDayAndTime(withdrawal.hold.endsAt)}`}
            >
              Recently {describeHold(withdrawal.hold)}. Payouts wait until this time.
            </Notice>
          )}
          {withdrawal.status === "pending" ? <CancelWithdrawal withdrawal={withdrawal} /> : null}
          {withdrawal.status === "pending" ? <NetworkFeeBox withdrawal={withdrawal} settings={settings} /> : null}
        </li>
      ))}
    </ol>
  );
}

/** The destination by type, then the transaction hash and the note. */
function describeDestination(withdrawal: Withdrawal): [string, string][] {
  const { withdrawalType } = withdrawal;
  const details: Record<Withdrawal["withdrawalType"], [string, string | null][]> = {
    crypto: [
      ["Crypto", [withdrawal.currency, withdrawal.network].filter(Boolean).join(" on ")],
      ["To", withdrawal.destinationAddress],
    ],
    bank: [
      ["Bank", [withdrawal.bankName, withdrawal.country].filter(Boolean).join(", ")],
      ["Account", [withdrawal.accountName, withdrawal.destinationAddress].filter(Boolean).join(", ")],
    ],
    mpesa: [
      ["M-Pesa", withdrawal.country],
      ["To", withdrawal.phoneNumber],
    ],
  };
  const ending: [string, string | null][] = [
    ["Reference", withdrawal.transactionHash],
    ["Note", withdrawal.isCancelled ? null : withdrawal.notes],
  ];
  return [...details[withdrawalType], ...ending].filter(
    (detail): detail is [string, string] => detail[1] !== null && detail[1] !== "",
  );
}

import { formatMpesaNumber, type SystemSettings, type Withdrawal } from "@wazi/contracts";
import { describePayout } from "./describe-payout.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { MoreDetails } from "../../ui/more-details.tsx";
import { LocalAmount } from "../../ui/local-amount.tsx";
import { Money } from "../../ui/money.tsx";
import { RequestSteps } from "../../ui/request-steps.tsx";
import { Tag } from "../../ui/tag.tsx";
import { isOpen, OPEN_WITHDRAWAL_ID } from "./api.ts";
import { CancelWithdrawal } from "./cancel-withdrawal.tsx";
import { NetworkFeeBox } from "./network-fee-box.tsx";
import { describeWithdrawalSteps } from "./withdrawal-steps.ts";
import * as texts from "../../messages/withdrawals.ts";

const statusLabels = {
  pending: texts.pending,
  processing: texts.processing,
  completed: texts.processed,
  rejected: texts.rejected,
} as const;
const looks = { pending: "wait", processing: "wait", completed: "gain", rejected: "loss" } as const;

/** A completed withdrawal is labelled "Processed". */
function WithdrawalStatus({ withdrawal: { status, isCancelled } }: { withdrawal: Withdrawal }) {
  if (isCancelled) return <Tag>{texts.cancelled}</Tag>;
  return <Tag look={looks[status]}>{statusLabels[status]}</Tag>;
}

const SHOWN = 5;
export default function RecentWithdrawals({
  withdrawals,
  settings,
  timing,
}: {
  withdrawals: readonly Withdrawal[];
  settings: SystemSettings | undefined;
  /** How long withdrawals took. */
  timing: string;
}) {
  return (
    <ol className="-my-4 divide-y divide-line">
      {withdrawals.slice(0, SHOWN).map((withdrawal) => (
        <li
          key={withdrawal.id}
          id={isOpen(withdrawal) ? OPEN_WITHDRAWAL_ID : undefined}
          tabIndex={isOpen(withdrawal) ? -1 : undefined}
          data-testid="withdrawal"
          className="scroll-mt-24 py-4 outline-none"
        >
          <div className="flex items-start justify-between gap-4">
            <Money value={withdrawal.amount} className="text-18 font-semibold" />
            <WithdrawalStatus withdrawal={withdrawal} />
          </div>
          {withdrawal.payout?.currency === withdrawal.local?.currency ? null : <LocalAmount local={withdrawal.local} />}
          <dl className="mt-1 grid gap-0.5 text-14 text-muted">
            {describeDestination(withdrawal).map(([term, text]) => (
              <div key={term} className="flex flex-wrap gap-x-1.5">
                <dt>{term}:</dt>
                <dd className="min-w-0 break-all text-ink">{text}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-0.5 text-14 text-muted">{formatDayAndTime(withdrawal.createdAt)}</p>
          <Progress withdrawal={withdrawal} timing={timing} />
          {withdrawal.status === "pending" ? <CancelWithdrawal withdrawal={withdrawal} /> : null}
          {withdrawal.status === "pending" ? <NetworkFeeBox withdrawal={withdrawal} settings={settings} /> : null}
        </li>
      ))}
    </ol>
  );
}

/** Open while the withdrawal is. */
function Progress({ withdrawal, timing }: { withdrawal: Withdrawal; timing: string }) {
  const steps = <RequestSteps label={texts.progressLabel} steps={describeWithdrawalSteps(withdrawal, timing)} />;
  return isOpen(withdrawal) ? (
    <div className="mt-3">{steps}</div>
  ) : (
    <MoreDetails label={texts.progress}>{steps}</MoreDetails>
  );
}

/** The destination by type, then the transaction hash and the note. */
function describeDestination(withdrawal: Withdrawal): [string, string][] {
  const { withdrawalType } = withdrawal;
  const details: Record<Withdrawal["withdrawalType"], [string, string | null][]> = {
    crypto: [
      [texts.crypto, [withdrawal.currency, withdrawal.network].filter(Boolean).join(" on ")],
      [texts.to, withdrawal.destinationAddress],
    ],
    bank: [
      [texts.bank, [withdrawal.bankName, withdrawal.country].filter(Boolean).join(", ")],
      [texts.account, [withdrawal.accountName, withdrawal.destinationAddress].filter(Boolean).join(", ")],
    ],
    mpesa: [
      ["M-Pesa", withdrawal.country],
      [texts.to, withdrawal.phoneNumber === null ? null : formatMpesaNumber(withdrawal.phoneNumber)],
    ],
  };
  const ending: [string, string | null][] = [
    ...describePayout(withdrawal),
    [texts.reference, withdrawal.transactionHash],
    [texts.note, withdrawal.isCancelled ? null : withdrawal.notes],
  ];
  return [...details[withdrawalType], ...ending].filter(
    (detail): detail is [string, string] => detail[1] !== null && detail[1] !== "",
  );
}

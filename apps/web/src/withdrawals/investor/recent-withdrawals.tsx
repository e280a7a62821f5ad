import { formatAmount, type SystemSettings, type Withdrawal } from "@wazi/contracts";
import { describePayout, describeWithdrawalSteps } from "./withdrawal-steps.ts";
import { formatDayAndTime } from "../../lib/format-date.ts";
import { MoreDetails } from "../../ui/more-details.tsx";
import { LocalAmount } from "../../ui/local-amount.tsx";
import { Money } from "../../ui/money.tsx";
import { RateHoldNotice } from "../../ui/rate-hold-notice.tsx";
import { RequestSteps } from "../../ui/request-steps.tsx";
import { Tag } from "../../ui/tag.tsx";
import { isOpen, OPEN_WITHDRAWAL_ID, useCancelWithdrawal } from "./api.ts";
import { fillDestination, shownKinds } from "../../content/withdrawal-kinds.ts";
import * as texts from "../../messages/withdrawals.ts";
import { ReplaceWithdrawal } from "./replace-withdrawal.tsx";
import { getReservedFee } from "./withdrawal-form-schema.ts";
import { useState } from "react";
import { failureText } from "../../lib/api-client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { toast } from "../../ui/toast-store.ts";

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
          <RateHoldNotice hold={withdrawal.rateHold} className="mt-3" />
          <Progress withdrawal={withdrawal} timing={timing} />
          <div className="flex flex-wrap gap-x-3">
            {withdrawal.decideBy === null ? null : <ReplaceWithdrawal withdrawal={withdrawal} />}
            {withdrawal.status === "pending" ? <CancelWithdrawal withdrawal={withdrawal} /> : null}
          </div>
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
  const ending: [string, string | null][] = [
    ...describePayout(withdrawal),
    [texts.reference, withdrawal.transactionHash],
    [texts.note, withdrawal.isCancelled ? null : withdrawal.notes],
  ];
  return [...shownKinds[withdrawal.withdrawalType].summarize(fillDestination(withdrawal)), ...ending].filter(
    (detail): detail is [string, string] => detail[1] !== null && detail[1] !== "",
  );
}

/**
 * Shown on a pending withdrawal: the user never pays a fee. The paying wallet's address is behind Details, without copy
 * button or QR code.
 */
function NetworkFeeBox({ withdrawal, settings }: { withdrawal: Withdrawal; settings: SystemSettings | undefined }) {
  const setAside = settings === undefined ? null : getReservedFee(withdrawal, settings);
  return (
    <section
      aria-label={texts.networkFee}
      className="mt-3 rounded-sm border-l-4 border-gain bg-gain-tint px-4 py-3 text-14"
    >
      <h3 className="text-16">{texts.networkFee}</h3>
      <p className="mt-1">{texts.feeCovered}</p>
      <p className="mt-1 font-semibold">{texts.feeWarning}</p>
      {setAside === null ? null : (
        <>
          <p className="mt-1 text-muted">{texts.feeSetAside({ setAside })}</p>
          <MoreDetails label={texts.details}>
            <p className="text-muted">
              {texts.feeExplained({
                gasFeeAddress: <span className="break-all">{settings?.gasFeeAddress}</span>,
              })}
            </p>
          </MoreDetails>
        </>
      )}
    </section>
  );
}

const FAILED = texts.cancelFailed;

/** Cancels a pending withdrawal, after a confirmation. */
function CancelWithdrawal({ withdrawal }: { withdrawal: Withdrawal }) {
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelWithdrawal();

  async function send(): Promise<void> {
    try {
      await cancel.mutateAsync({ params: { id: withdrawal.id } });
      toast.good(texts.withdrawalCancelled, texts.cancelDone({ amount: formatAmount(withdrawal.amount) }));
      setOpen(false);
    } catch (failure) {
      toast.bad(texts.error, failureText(failure, FAILED));
    }
  }

  return (
    <>
      <Button look="secondary" className="mt-3" onClick={() => setOpen(true)}>
        {texts.cancelWithdrawal}
      </Button>
      {isOpen ? (
        <Dialog title={texts.cancelTitle} onClose={() => setOpen(false)} busy={cancel.isPending}>
          <div className="grid gap-5">
            <p>
              {texts.cancelEffect({
                amount: <strong className="figure font-semibold">${formatAmount(withdrawal.amount)}</strong>,
              })}
            </p>
            {cancel.isError ? <FailureNotice error={cancel.error} fallback={FAILED} /> : null}
            <DialogActions>
              <Button look="secondary" disabled={cancel.isPending} onClick={() => setOpen(false)}>
                {texts.keepIt}
              </Button>
              <Button
                look="danger"
                pending={cancel.isPending}
                pendingLabel={texts.cancelling}
                onClick={() => void send()}
              >
                {texts.cancelWithdrawal}
              </Button>
            </DialogActions>
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

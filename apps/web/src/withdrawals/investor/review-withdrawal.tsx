import { Money } from "../../ui/money.tsx";
import { ApiError, failureText } from "../../lib/api-client.ts";
import { fromCents, toCents } from "../../lib/cents.ts";
import { describeLocal } from "../../lib/format-local.ts";
import { useLocalAmount } from "../../lib/local-rate.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNotice } from "../../ui/failure-notice.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RequestSteps } from "../../ui/request-steps.tsx";
import { ReviewStep } from "../../ui/review-step.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useRecipient } from "./api.ts";
import type { WithdrawalReview } from "./withdrawal-form.tsx";
import { fillDestination, shownKinds } from "../../content/withdrawal-kinds.ts";
import { planWithdrawalSteps } from "./withdrawal-steps.ts";
import * as texts from "../../messages/withdrawals.ts";

const FAILURE_DEFAULT = texts.reviewFailed;

/** The withdrawal in full before it is requested: amount, destination, what is left and what happens next. */
export default function ReviewWithdrawal({
  create,
  body,
  balance,
  timing,
  onBack,
  onSent,
  onRefused,
}: WithdrawalReview) {
  const target = shownKinds[body.withdrawalType].describe(fillDestination(body));
  const recipient = useRecipient(body);
  const local = useLocalAmount(body.amount);
  const holder = recipient.isLoading ? texts.checking : (recipient.data?.holderName ?? null);

  async function send(): Promise<void> {
    try {
      await create.mutateAsync({ body });
      toast.good(texts.withdrawalCreated, texts.reviewDone);
      onSent();
    } catch (failure) {
      toast.bad(texts.error, failureText(failure, FAILURE_DEFAULT));
      onRefused(failure);
    }
  }

  return (
    <ReviewStep
      title={texts.reviewTitle}
      rows={[
        [texts.youWithdraw, <Money key="amount" value={body.amount} />],
        ...(local === undefined ? [] : [[texts.reviewLocalAmount, describeLocal(local)] as const]),
        [texts.to, target],
        ...(holder === null ? [] : [[texts.accountHolder, holder] as const]),
        [texts.fee, texts.reviewFeeNone],
        [texts.balanceAfterwards, <Money key="left" value={fromCents(toCents(balance) - toCents(body.amount))} />],
      ]}
      isSending={create.isPending}
      onBack={onBack}
    >
      <p className="text-14 text-muted">{texts.reviewWarning}</p>
      {recipient.data?.isOtherName ? (
        <Notice look="warning" role="status">
          {texts.reviewOtherName}
        </Notice>
      ) : null}
      {recipient.error instanceof ApiError && recipient.error.status === 409 ? (
        <FailureNotice error={recipient.error} fallback={texts.reviewAccountUnchecked} />
      ) : null}
      <RequestSteps label={texts.reviewNextLabel} steps={planWithdrawalSteps(body.amount, target, timing)} />
      {create.isError ? <FailureNotice error={create.error} fallback={FAILURE_DEFAULT} /> : null}
      <Button
        className="min-h-12"
        pending={create.isPending}
        pendingLabel={texts.requesting}
        onClick={() => void send()}
      >
        {texts.requestWithdrawal}
      </Button>
    </ReviewStep>
  );
}

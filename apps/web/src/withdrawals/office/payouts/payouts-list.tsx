import {
  type AdminPayout,
  formatAmount,
  type PayoutOverview,
  payoutRailLabels,
  type PayoutRailName,
} from "@wazi/contracts";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Money } from "../../../ui/money.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { useMissingRightText } from "../../../office/access/admin-access.ts";
import { Age } from "../../../office/display/age.tsx";
import { adviseOnPayout, adviseOnReview, stateLabels, trimFigure } from "./labels.ts";
import * as texts from "../../../messages/admin-payouts.ts";
import { failureText } from "../../../lib/api-client.ts";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { FailureNotice } from "../../../ui/failure-notice.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useDecideReview, useResolvePayout } from "./api.ts";
import { announce } from "../../../office/decisions/effects.tsx";

/** Payments in flight, oldest first, then the latest that ended: each with what to do next. */
export function PayoutsList({ payouts }: { payouts: readonly AdminPayout[] }) {
  if (payouts.length === 0) return <p className="pb-1 text-14 text-muted">{texts.payoutsEmpty}</p>;
  return (
    <ul className="divide-y divide-line overflow-auto sm:max-h-[48rem]" tabIndex={0} aria-label={texts.payouts}>
      {payouts.map((payout) => (
        <PayoutRow key={payout.id} payout={payout} isFollowed={isFollowed(payout, payouts)} />
      ))}
    </ul>
  );
}

/** In flight come first, then the latest that ended, so a later attempt is in the list with an earlier one. */
const isFollowed = ({ withdrawalId, attempt }: AdminPayout, payouts: readonly AdminPayout[]): boolean =>
  payouts.some((each) => each.withdrawalId === withdrawalId && each.attempt > attempt);

function PayoutRow({ payout, isFollowed: hasLater }: { payout: AdminPayout; isFollowed: boolean }) {
  const [isOpen, open] = useState(false);
  const missing = useMissingRightText("money");
  const { user, amount, rail, state, attempt, currency, localAmount, rate, fee, reference, withdrawalId } = payout;
  const { label, look } = stateLabels[state];
  const since = payout.endedAt ?? payout.sentAt ?? payout.approvedAt;
  return (
    <li className="grid gap-1 py-3 text-14" data-testid="payout">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Money value={amount} className="text-16 font-semibold" />
          <TextLink href={`/admin?tab=withdrawals&search=${withdrawalId}`}>
            {user.firstName} {user.lastName}
          </TextLink>
          <Tag look={look}>{label}</Tag>
        </span>
        <Age at={since} />
      </p>
      <p className="text-muted">
        {texts.payoutSummary({
          rail: payoutRailLabels[rail],
          attempt,
          currency,
          localAmount: trimFigure(localAmount),
          rate: trimFigure(rate),
          hasRecipient: payout.recipientName === null ? "no" : "yes",
          recipientName: payout.recipientName ?? "",
          hasFee: fee === null ? "no" : "yes",
          fee: fee ?? "",
        })}
      </p>
      <p className="break-words">{adviseOnPayout(payout, hasLater)}</p>
      {state === "unknown" || state === "sent" ? (
        <p className="font-mono text-13 break-all text-muted">{texts.payoutReference({ reference })}</p>
      ) : null}
      {state === "unknown" ? (
        <Button
          look="secondary"
          className="justify-self-start"
          aria-disabled={missing !== undefined}
          title={missing}
          onClick={() => missing ?? open(true)}
        >
          {texts.decideResult}
        </Button>
      ) : null}
      {isOpen ? <ResolvePayoutDialog payout={payout} onClose={() => open(false)} /> : null}
    </li>
  );
}

const FAILED = texts.resolveFailed;

/** Ends a payment whose result is unknown. `payout` is the latest state: its result may have arrived meanwhile. */
function ResolvePayoutDialog({ payout, onClose }: { payout: AdminPayout; onClose: () => void }) {
  const resolve = useResolvePayout();
  const [outcome, setOutcome] = useState<"paid" | "not-paid">("paid");
  const [receipt, setReceipt] = useState("");
  const [reason, setReason] = useState("");
  const isKnown = payout.state !== "unknown" && !resolve.isPending && !resolve.isSuccess;

  async function submit(): Promise<void> {
    const body = outcome === "paid" ? { outcome, receipt, reason } : { outcome, reason };
    try {
      await resolve.mutateAsync({ params: { id: payout.id }, body });
      toast.good(texts.success, outcome === "paid" ? texts.resolvePaidDone : texts.resolveUnpaidDone);
      onClose();
    } catch (failure) {
      toast.bad(texts.error, failureText(failure, FAILED));
    }
  }

  return (
    <Dialog title={texts.resolveTitle} onClose={onClose} busy={resolve.isPending}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p>
          {texts.resolveLead({
            amount: formatAmount(payout.amount),
            rail: payoutRailLabels[payout.rail],
            reference: <span className="font-mono break-all">{payout.reference}</span>,
          })}
        </p>
        {isKnown ? <Notice look="warning">{texts.resolveAlreadyKnown}</Notice> : null}
        <SelectField
          label={texts.result}
          value={outcome}
          onChange={(event) => setOutcome(event.target.value === "paid" ? "paid" : "not-paid")}
        >
          <option value="paid">{texts.resolveOptionPaid}</option>
          <option value="not-paid">{texts.resolveOptionUnpaid}</option>
        </SelectField>
        {outcome === "paid" ? (
          <TextField
            label={texts.receipt}
            hint={texts.resolveReferenceHint}
            autoComplete="off"
            spellCheck={false}
            value={receipt}
            onChange={(event) => setReceipt(event.target.value)}
          />
        ) : (
          <Notice look="danger">{texts.resolveTwiceWarning}</Notice>
        )}
        <TextAreaField
          label={texts.reason}
          hint={texts.resolveNoteHint}
          autoComplete="off"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {resolve.isError ? <FailureNotice error={resolve.error} fallback={FAILED} /> : null}
        <DialogActions>
          <Button look="secondary" onClick={onClose} disabled={resolve.isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={isKnown} pending={resolve.isPending} pendingLabel={texts.saving}>
            {texts.saveResult}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type Review = PayoutOverview["reviews"][number];

/** Reports of providers that no rule decides, oldest first. */
export function ReviewsList({ reviews }: { reviews: readonly Review[] }) {
  if (reviews.length === 0) return <p className="pb-1 text-14 text-muted">{texts.reviewsEmpty}</p>;
  return (
    <ul className="divide-y divide-line">
      {reviews.map((review) => (
        <ReviewRow key={review.id} review={review} />
      ))}
    </ul>
  );
}

function ReviewRow({ review }: { review: Review }) {
  const [decision, setDecision] = useState("");
  const decide = useDecideReview();
  const missing = useMissingRightText("money");
  const label = payoutRailLabels[review.rail as PayoutRailName] as string | undefined;
  const submit = (): void =>
    decide.mutate(
      { params: { review: review.id }, body: { decision } },
      announce(texts.reviewCloseDone, texts.reviewCloseFailed),
    );
  return (
    <li className="grid gap-2 py-3 text-14">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="flex flex-wrap gap-x-3">
          <span className="font-semibold">{label ?? review.rail}</span>
          {review.withdrawalId === null ? null : (
            <TextLink href={`/admin?tab=withdrawals&search=${review.withdrawalId}`}>{texts.openWithdrawal}</TextLink>
          )}
        </span>
        <Age at={review.foundAt} />
      </p>
      <p className="break-words">{review.summary}</p>
      <p className="text-muted">{adviseOnReview(review)}</p>
      {missing === undefined ? (
        <form
          noValidate
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <TextField
            label={texts.reviewNoteLabel}
            className="min-w-0 grow"
            autoComplete="off"
            maxLength={500}
            value={decision}
            onChange={(event) => setDecision(event.target.value)}
          />
          <Button type="submit" look="secondary" pending={decide.isPending} pendingLabel={texts.closing}>
            {texts.closeEntry}
          </Button>
        </form>
      ) : (
        <p className="text-muted">{missing}</p>
      )}
    </li>
  );
}

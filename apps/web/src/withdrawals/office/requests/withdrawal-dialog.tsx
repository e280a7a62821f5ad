import { type AdminWithdrawal, showDestination, type WithdrawalHold } from "@wazi/contracts";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { missingRightTexts, useAdmin, useHasRight } from "../../../office/access/admin-access.ts";
import { DecisionDialog, StepChoice } from "../../../office/decisions/decision-dialog.tsx";
import { ActorAndTime, DeletedNotice, OutcomeNotice } from "../../../office/decisions/notices.tsx";
import { SharedTraces } from "../../../office/decisions/second-person.tsx";
import { useDecisionSteps } from "../../../office/decisions/use-decision.ts";
import type { RecordDialogProps } from "../../../office/records/record-screen.tsx";
import {
  useConfirmWithdrawal,
  useDeleteWithdrawal,
  useLatestWithdrawal,
  useReleaseWithdrawal,
  useSettleWithdrawal,
} from "./api.ts";
import { CompleteForm, ConfirmPayoutForm, DeleteForm, RejectForm, ReleaseForm } from "./decision-forms.tsx";
import { withdrawalStatusLabels } from "./withdrawal-columns.tsx";
import {
  getAllowedStep,
  getPayoutStage,
  listNextSteps,
  type PayoutStage,
  stepTitles,
  type WithdrawalStep,
} from "./payout-steps.ts";
import { WithdrawalFacts } from "./withdrawal-facts.tsx";
import * as texts from "../../../messages/admin-withdrawals.ts";
import { Money } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { formatUtc } from "../../../office/display/age.tsx";

/**
 * The details of a withdrawal and the actions on it. It is refreshed while the dialog is open. If another administrator
 * settles it, the dialog says so and can only be closed.
 */
export function WithdrawalDialog({
  row: withdrawal,
  step: first,
  onClose,
}: RecordDialogProps<AdminWithdrawal, WithdrawalStep>) {
  const admin = useAdmin();
  const { row, isGone } = useLatestWithdrawal(withdrawal);
  const [wasEnded] = useState(isEnded(withdrawal));
  const settle = useSettleWithdrawal();
  const confirm = useConfirmWithdrawal();
  const release = useReleaseWithdrawal();
  const remove = useDeleteWithdrawal();
  const { choose, isBusy, isMine, isUnanswered, frame, ...chosen } = useDecisionSteps(
    first,
    [settle, confirm, release, remove],
    onClose,
  );
  const stage = getPayoutStage(row, admin.id);
  const step = getAllowedStep(chosen.step, stage);
  const isLocked = !isMine && (isGone || (stage === "ended" && !(wasEnded && step === "delete")));
  const form = { withdrawal: row, isLocked, ...frame };
  return (
    <DecisionDialog
      title={stepTitles[step]}
      onClose={onClose}
      busy={isBusy}
      facts={
        <>
          {isMine ? null : isGone ? (
            <DeletedNotice noun="withdrawal" />
          ) : stage === "ended" ? (
            <OutcomeNotice
              how={row.isCancelled ? texts.dialogCancelled : withdrawalStatusLabels[row.status]}
              by={row.settledBy}
              at={row.settledAt}
              overtaken={!wasEnded}
              isUnanswered={isUnanswered}
            />
          ) : (
            <ConfirmationNotice withdrawal={row} stage={stage} />
          )}
          {row.hold === null ? null : <HoldNotice hold={row.hold} />}
          <WithdrawalFacts withdrawal={row} />
        </>
      }
      choice={
        step === "details" ? (
          <Choice
            withdrawal={row}
            stage={stage}
            isOver={isGone || (stage === "ended" && !wasEnded)}
            onChoose={choose}
            onClose={onClose}
          />
        ) : null
      }
    >
      {step === "confirm" ? <ConfirmPayoutForm {...form} confirm={confirm} /> : null}
      {step === "complete" ? <CompleteForm {...form} settle={settle} /> : null}
      {step === "release" ? <ReleaseForm {...form} release={release} /> : null}
      {step === "reject" ? <RejectForm {...form} settle={settle} /> : null}
      {step === "delete" ? <DeleteForm {...form} remove={remove} /> : null}
    </DecisionDialog>
  );
}

function isEnded({ status }: AdminWithdrawal): boolean {
  return status === "completed" || status === "rejected";
}

const looks = {
  delete: "quiet",
  reject: "secondary",
  release: "secondary",
  confirm: "primary",
  complete: "primary",
} as const;
const labels = {
  delete: texts.deleteLabel,
  reject: texts.reject,
  release: texts.releaseSubmit,
  confirm: texts.confirmPayout,
  complete: texts.complete,
} as const;

/** The possible next steps. */
function Choice({
  withdrawal,
  stage,
  isOver,
  onChoose,
  onClose,
}: {
  withdrawal: AdminWithdrawal;
  stage: PayoutStage;
  /** Settled while the dialog was open: no further step is offered. */
  isOver: boolean;
  onChoose: (step: WithdrawalStep) => void;
  onClose: () => void;
}) {
  const mayDo = useHasRight("money");
  const isOwn = useAdmin().id === withdrawal.userId;
  const obstacle = !mayDo ? `${missingRightTexts.money}.` : isOwn ? texts.dialogOwnWithdrawal : undefined;
  const steps = isOver ? [] : listNextSteps(withdrawal, stage);
  return (
    <StepChoice obstacle={obstacle} onClose={onClose}>
      {steps.length === 0 || stage === "ended" ? (
        <Button look="secondary" onClick={onClose} className={stage === "ended" ? "sm:order-last" : ""}>
          {texts.close}
        </Button>
      ) : null}
      {steps.map((step) =>
        step === "details" ? null : (
          <Button
            key={step}
            look={looks[step]}
            className={step === "delete" ? "sm:mr-auto" : ""}
            onClick={() => onChoose(step)}
          >
            {labels[step]}
          </Button>
        ),
      )}
    </StepChoice>
  );
}

const reasonTexts: Readonly<Record<WithdrawalHold["reasons"][number], string>> = {
  "password-changed": texts.holdReasonPasswordChanged,
  "password-reset": texts.holdReasonPasswordReset,
  "factor-changed": texts.holdReasonFactorChanged,
  "email-changed": texts.holdReasonEmailChanged,
  "account-frozen": texts.holdReasonAccountFrozen,
};

/** "the investor's password was changed and the investor froze the account". */
function describeHold({ reasons }: WithdrawalHold): string {
  return reasons.map((reason) => reasonTexts[reason]).join(" and ");
}

/** Why a withdrawal is not paid out yet, and until when. */
function HoldNotice({ hold }: { hold: WithdrawalHold }) {
  return (
    <Notice look="warning" title={texts.holdUntil({ endsAt: formatUtc(hold.endsAt) })}>
      <p>{texts.holdText({ hold: describeHold(hold) })}</p>
    </Notice>
  );
}

/** For a withdrawal that needs two administrators: who confirmed what, and the next step. */
function ConfirmationNotice({ withdrawal, stage }: { withdrawal: AdminWithdrawal; stage: PayoutStage }) {
  const { confirmation } = withdrawal;
  if (stage === "alone" || stage === "held" || stage === "ended") return null;
  if (stage === "unconfirmed" || confirmation === null) {
    return (
      <Notice title={texts.confirmationNeededTitle}>
        <p>{texts.confirmationRule}</p>
        {withdrawal.dayAmount === null || withdrawal.dayAmount === withdrawal.amount ? null : (
          <p className="mt-1">
            {texts.confirmationDayAmount({
              dayAmount: <Money value={withdrawal.dayAmount} className="font-semibold" />,
            })}
          </p>
        )}
      </Notice>
    );
  }
  const isYours = stage === "confirmed-by-you";
  return (
    <Notice
      look={isYours ? "info" : "good"}
      title={isYours ? texts.confirmationByYouTitle : texts.confirmationByAnotherTitle}
    >
      <p>
        {texts.confirmationFacts({
          amount: <Money value={confirmation.amount} className="font-semibold" />,
          destination: (
            <span className="wrap-anywhere">
              {showDestination({ destination: confirmation.destination, phoneNumber: withdrawal.phoneNumber })}
            </span>
          ),
          confirmedAt: <ActorAndTime by={confirmation.confirmedBy} at={confirmation.confirmedAt} />,
        })}
      </p>
      <p className="mt-1">{isYours ? texts.confirmationNextAdministrator : texts.confirmationSendNow}</p>
      <SharedTraces shared={confirmation.shared} ids={[confirmation.confirmedBy.id]} />
    </Notice>
  );
}

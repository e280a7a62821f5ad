import type { AdminWithdrawal } from "@wazi/contracts";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { missingRightTexts, useAdmin, useHasRight } from "../../../office/access/admin-access.ts";
import { DecisionDialog, StepChoice } from "../../../office/decisions/decision-dialog.tsx";
import { OutcomeNotice, DeletedNotice } from "../../../office/decisions/notices.tsx";
import { useDecisionSteps } from "../../../office/decisions/use-decision.ts";
import type { RecordDialogProps } from "../../../office/records/record-screen.tsx";
import {
  useConfirmWithdrawal,
  useDeleteWithdrawal,
  useLatestWithdrawal,
  useReleaseWithdrawal,
  useSettleWithdrawal,
} from "./api.ts";
import { CompleteForm } from "./complete-form.tsx";
import { ConfirmPayoutForm } from "./confirm-payout-form.tsx";
import { ConfirmationNotice } from "./confirmation-notice.tsx";
import { DeleteForm } from "./delete-form.tsx";
import { withdrawalStatusLabels } from "./labels.ts";
import {
  listNextSteps,
  getPayoutStage,
  getAllowedStep,
  stepTitles,
  type PayoutStage,
  type WithdrawalStep,
} from "./payout-steps.ts";
import { HoldNotice } from "./hold-notice.tsx";
import { ReleaseForm } from "./release-form.tsx";
import { RejectForm } from "./reject-form.tsx";
import { WithdrawalFacts } from "./withdrawal-facts.tsx";
import * as texts from "../../../messages/admin-withdrawals.ts";

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
            <DeletedNotice what={texts.dialogDeletedWhat} />
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

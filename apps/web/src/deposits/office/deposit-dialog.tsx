import type { AdminDeposit } from "@wazi/contracts";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { missingRightTexts, useAdmin, useHasRight } from "../../office/access/admin-access.ts";
import { DecisionDialog, StepChoice } from "../../office/decisions/decision-dialog.tsx";
import { OutcomeNotice } from "../../office/decisions/notices.tsx";
import { useDecisionSteps } from "../../office/decisions/use-decision.ts";
import type { RecordDialogProps } from "../../office/records/record-screen.tsx";
import { useCreditLateDeposit, useLatestDeposit, useSettleDeposit } from "./api.ts";
import { ApproveForm } from "./approve-form.tsx";
import { DepositFacts } from "./deposit-facts.tsx";
import { LateCreditForm } from "./late-credit-form.tsx";
import { RejectForm } from "./reject-form.tsx";
import * as texts from "../../messages/admin-deposits.ts";

/** The step in the dialog of a deposit; `details` offers the others. */
export type DepositStep = "details" | "approve" | "reject" | "late";

const titles: Readonly<Record<DepositStep, string>> = {
  details: texts.deposit,
  approve: texts.approveDeposit,
  reject: texts.dialogRejectTitle,
  late: texts.actionCreditLate,
};

/**
 * The details of a deposit and the actions on it. It is refreshed while the dialog is open. If someone else settles it,
 * the dialog says so and can only be closed.
 */
export function DepositDialog({ row: deposit, step: first, onClose }: RecordDialogProps<AdminDeposit, DepositStep>) {
  const { row } = useLatestDeposit(deposit);
  const [wasPending] = useState(deposit.status === "pending");
  const settle = useSettleDeposit();
  const credit = useCreditLateDeposit();
  const { step, choose, isBusy, isMine, isUnanswered, frame } = useDecisionSteps(first, [settle, credit], onClose);
  const hasEnded = row.status !== "pending" && !isMine;
  const form = { deposit: row, isLocked: hasEnded && step !== "late", ...frame };
  return (
    <DecisionDialog
      title={titles[step]}
      onClose={onClose}
      busy={isBusy}
      facts={
        <>
          {hasEnded ? (
            <OutcomeNotice
              how={getOutcomeLabel(row)}
              by={row.settledBy}
              at={row.settledAt}
              overtaken={wasPending && step !== "late"}
              isUnanswered={isUnanswered}
            />
          ) : null}
          <DepositFacts deposit={row} />
        </>
      }
      choice={step === "details" ? <Choice deposit={row} onChoose={choose} onClose={onClose} /> : null}
    >
      {step === "approve" ? <ApproveForm {...form} settle={settle} /> : null}
      {step === "reject" ? <RejectForm {...form} settle={settle} /> : null}
      {step === "late" ? <LateCreditForm {...form} credit={credit} /> : null}
    </DecisionDialog>
  );
}

function getOutcomeLabel({ status, settledBy, lateFor }: AdminDeposit): string {
  if (status === "failed") return settledBy === null ? texts.outcomeCancelled : texts.outcomeRejected;
  return lateFor === null ? texts.approved : texts.creditedLate;
}

/** The possible next steps. */
function Choice({
  deposit,
  onChoose,
  onClose,
}: {
  deposit: AdminDeposit;
  onChoose: (step: DepositStep) => void;
  onClose: () => void;
}) {
  const mayDo = useHasRight("money");
  const isOwn = useAdmin().id === deposit.userId;
  const obstacle = !mayDo ? `${missingRightTexts.money}.` : isOwn ? texts.dialogOwnDeposit : undefined;
  return (
    <StepChoice obstacle={obstacle} onClose={onClose}>
      {deposit.status === "pending" ? (
        <>
          <Button look="secondary" onClick={() => onChoose("reject")}>
            {texts.reject}
          </Button>
          <Button onClick={() => onChoose("approve")}>{texts.approve}</Button>
        </>
      ) : (
        <>
          <Button look="quiet" className="sm:mr-auto" onClick={() => onChoose("late")}>
            {" "}
            {texts.actionCreditLate}{" "}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {texts.close}
          </Button>
        </>
      )}
    </StepChoice>
  );
}

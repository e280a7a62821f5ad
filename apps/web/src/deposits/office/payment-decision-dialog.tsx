import type { ReviewPayment } from "@wazi/contracts";
import { useState } from "react";
import { formatCoins } from "../../lib/format-number.ts";
import { Money } from "../../ui/money.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { ConfirmDialog } from "../../office/decisions/confirm-dialog.tsx";
import { useSubmitDecision } from "../../office/decisions/use-decision.ts";
import { formatName } from "../../office/person/person.tsx";
import { paymentQueries, useDecidePayment } from "./api.ts";
import { reviewReasonTexts } from "./payment-review-texts.ts";
import * as texts from "../../messages/admin-deposits.ts";

export type PaymentDecision = "credit" | "dismiss";

const FAILED = texts.failedToRecordTheDecision;

/** Confirms an administrator's decision on a payment. A payment is only left uncredited with a reason. */
export function PaymentDecisionDialog({
  payment,
  decision,
  onClose,
}: {
  payment: ReviewPayment;
  decision: PaymentDecision;
  onClose: () => void;
}) {
  const [note, setNote] = useState("");
  const mutation = useDecidePayment();
  const decide = useSubmitDecision(paymentQueries);
  const isCredit = decision === "credit";

  function confirm() {
    if (!isCredit && note.trim() === "") return;
    const body = note.trim() === "" ? { decision } : { decision, note: note.trim() };
    void decide(
      () => mutation.mutateAsync({ params: { id: payment.id }, body }),
      { done: isCredit ? texts.thePaymentWasCredited : texts.theDecisionWasRecorded, failed: FAILED },
      { onDone: onClose },
    );
  }

  return (
    <ConfirmDialog
      title={isCredit ? texts.creditThisPayment : texts.leaveThisPaymentUncredited}
      confirmLabel={isCredit ? texts.creditPayment : texts.doNotCredit}
      pendingLabel={texts.saving}
      look={isCredit ? "primary" : "danger"}
      mutation={mutation}
      failureDefault={FAILED}
      notYet={isCredit || note.trim() !== "" ? undefined : texts.writeTheReasonFirst}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {texts.currencyFrom({
          currency: payment.currency === null ? texts.aToken : `${formatCoins(payment.coins)} ${payment.currency}`,
          user: <strong className="font-semibold">{formatName(payment.user)}</strong>,
          part:
            isCredit && payment.estimate !== null ? (
              <>{texts.willAddedToTheirBalance({ estimate: <Money value={payment.estimate} /> })}</>
            ) : (
              texts.noMoneyMoves
            ),
        })}
      </p>
      <p className="text-14 text-muted">{reviewReasonTexts[payment.reviewReason]}</p>
      <TextAreaField
        label={isCredit ? texts.noteOptional : texts.reason}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
    </ConfirmDialog>
  );
}

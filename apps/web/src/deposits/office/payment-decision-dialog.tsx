import type { ReviewPayment } from "@wazi/contracts";
import { useState } from "react";
import { formatCoins } from "../../lib/format-number.ts";
import { Money } from "../../ui/money.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { ConfirmDialog } from "../../office/decisions/decision-dialog.tsx";
import { formatName } from "../../office/person/person.tsx";
import { paymentQueries, useDecidePayment } from "./api.ts";
import { reviewReasonTexts } from "./labels.ts";
import * as texts from "../../messages/admin-deposits.ts";

export type PaymentDecision = "credit" | "dismiss";

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
  const isCredit = decision === "credit";

  function toInput() {
    const text = note.trim();
    if (!isCredit && text === "") return undefined;
    return { params: { id: payment.id }, body: text === "" ? { decision } : { decision, note: text } };
  }

  return (
    <ConfirmDialog
      title={isCredit ? texts.reviewCreditTitle : texts.reviewLeaveTitle}
      mutation={mutation}
      toInput={toInput}
      shown={paymentQueries}
      submitLabel={isCredit ? texts.creditPayment : texts.reviewLeaveSubmit}
      pendingLabel={texts.saving}
      look={isCredit ? "primary" : "danger"}
      done={({ status }) =>
        isCredit ? (status === "review" ? texts.rateHeldDone : texts.reviewCreditDone) : texts.reviewLeaveDone
      }
      failed={texts.reviewFailed}
      notYet={isCredit || note.trim() !== "" ? undefined : texts.reviewReasonMissing}
      onClose={onClose}
    >
      <p>
        {texts.reviewPayment({
          currency: payment.currency === null ? texts.aToken : `${formatCoins(payment.coins)} ${payment.currency}`,
          user: <strong className="font-semibold">{formatName(payment.user)}</strong>,
          part:
            isCredit && payment.estimate !== null ? (
              <>{texts.reviewCreditEffect({ estimate: <Money value={payment.estimate} /> })}</>
            ) : (
              texts.reviewLeaveEffect
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

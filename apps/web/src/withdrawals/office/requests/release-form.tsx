import { useState } from "react";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { DecisionActions } from "../../../office/decisions/decision-actions.tsx";
import { DECISION_FORM } from "../../../office/decisions/decision-dialog.tsx";
import { useSubmitDecision } from "../../../office/decisions/use-decision.ts";
import { formatName } from "../../../office/person/person.tsx";
import { withdrawalQueries, type useReleaseWithdrawal } from "./api.ts";
import type { WithdrawalFormProps } from "./withdrawal-form.ts";
import * as texts from "../../../messages/admin-withdrawals.ts";

const FAILED = texts.failedToEndTheHold;

/** Ends the hold of an investor's withdrawals early, with a reason. */
export function ReleaseForm({
  withdrawal: { id, user, hold },
  isLocked,
  cancelLabel,
  onCancel,
  onClose,
  release,
}: WithdrawalFormProps & { release: ReturnType<typeof useReleaseWithdrawal> }) {
  const decide = useSubmitDecision(withdrawalQueries);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);

  function send(): void {
    if (reason.trim() === "") return setMissing(true);
    const body = { reason: reason.trim(), endsAt: hold?.endsAt ?? "" };
    void decide(
      () => release.mutateAsync({ params: { id }, body }),
      { done: texts.theHoldHasEndedWithdrawal, failed: FAILED },
      { onDone: onClose },
    );
  }

  return (
    <div className={DECISION_FORM}>
      <p>{texts.endsHoldForEarlyFirst({ user: <strong className="font-semibold">{formatName(user)}</strong> })}</p>
      <TextAreaField
        label={texts.reason}
        hint={texts.howYouMadeSureThat}
        autoComplete="off"
        maxLength={500}
        readOnly={isLocked}
        value={reason}
        error={isMissing ? texts.pleaseProvideAReason : undefined}
        onChange={({ target }) => {
          setReason(target.value);
          setMissing(false);
        }}
      />
      <DecisionActions
        mutation={release}
        failed={FAILED}
        isLocked={isLocked || hold === null}
        cancelLabel={cancelLabel}
        onCancel={onCancel}
        onClose={onClose}
        submit={{ label: texts.endTheHold2, pendingLabel: texts.ending, onClick: send }}
      />
    </div>
  );
}

import { useState } from "react";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { DecisionActions } from "../decisions/decision-actions.tsx";
import { DECISION_FORM } from "../decisions/decision-dialog.tsx";
import { useSubmitDecision } from "../decisions/use-decision.ts";
import { formatName } from "../person/person.tsx";
import { withdrawalQueries, type useReleaseWithdrawal } from "./api.ts";
import type { WithdrawalFormProps } from "./withdrawal-form.ts";

const FAILED = "Failed to end the hold";

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
      { done: "The hold has ended. The withdrawal can be completed.", failed: FAILED },
      { onDone: onClose },
    );
  }

  return (
    <div className={DECISION_FORM}>
      <p>
        Ends the hold for <strong className="font-semibold">{formatName(user)}</strong> early. First reach them in a way
        that you already know, such as the phone number from before the change. Another change of the account holds
        withdrawals again. The audit log keeps your name and reason.
      </p>
      <TextAreaField
        label="Reason"
        hint="How you made sure that the investor asked for this withdrawal"
        autoComplete="off"
        maxLength={500}
        readOnly={isLocked}
        value={reason}
        error={isMissing ? "Please provide a reason" : undefined}
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
        submit={{ label: "End the hold", pendingLabel: "Ending...", onClick: send }}
      />
    </div>
  );
}

import { formatAmount } from "@wazi/contracts";
import { DecisionActions } from "../decisions/decision-actions.tsx";
import { DECISION_FORM } from "../decisions/decision-dialog.tsx";
import { useSubmitDecision } from "../decisions/use-decision.ts";
import { withdrawalQueries, type useConfirmWithdrawal } from "./api.ts";
import type { WithdrawalFormProps } from "./withdrawal-form.ts";

const FAILED = "Failed to confirm the payout";

/** The confirmation by the first of two administrators, for exactly this amount and destination. */
export function ConfirmPayoutForm({
  withdrawal: { id, amount, destination },
  isLocked,
  cancelLabel,
  onCancel,
  onClose,
  confirm,
}: WithdrawalFormProps & { confirm: ReturnType<typeof useConfirmWithdrawal> }) {
  const decide = useSubmitDecision(withdrawalQueries);

  function send() {
    void decide(
      () => confirm.mutateAsync({ params: { id }, body: { amount, destination } }),
      { done: "Payout confirmed. Another administrator must complete it.", failed: FAILED },
      { onDone: onClose },
    );
  }

  return (
    <div className={DECISION_FORM}>
      {isLocked ? null : (
        <p>
          You confirm that <strong className="font-semibold">${formatAmount(amount)}</strong> may be paid to{" "}
          <strong className="font-semibold wrap-anywhere">{destination}</strong>. Do not send the money yet. Another
          administrator sends it and completes the withdrawal.
        </p>
      )}
      <DecisionActions
        mutation={confirm}
        failed={FAILED}
        isLocked={isLocked}
        cancelLabel={cancelLabel}
        onCancel={onCancel}
        onClose={onClose}
        submit={{ label: "Confirm payout", pendingLabel: "Confirming...", onClick: send }}
      />
    </div>
  );
}

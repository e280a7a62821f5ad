import { formatAmount, showDestination } from "@wazi/contracts";
import { DecisionActions } from "../../../office/decisions/decision-actions.tsx";
import { DECISION_FORM } from "../../../office/decisions/decision-dialog.tsx";
import { useSubmitDecision } from "../../../office/decisions/use-decision.ts";
import { withdrawalQueries, type useConfirmWithdrawal } from "./api.ts";
import type { WithdrawalFormProps } from "./withdrawal-form.ts";
import * as texts from "../../../messages/admin-withdrawals.ts";

const FAILED = texts.failedToConfirmThePayout;

/** The confirmation by the first of two administrators, for exactly this amount and destination. */
export function ConfirmPayoutForm({
  withdrawal,
  isLocked,
  cancelLabel,
  onCancel,
  onClose,
  confirm,
}: WithdrawalFormProps & { confirm: ReturnType<typeof useConfirmWithdrawal> }) {
  const { id, amount, destination } = withdrawal;
  const decide = useSubmitDecision(withdrawalQueries);

  function send() {
    void decide(
      () => confirm.mutateAsync({ params: { id }, body: { amount, destination } }),
      { done: texts.payoutConfirmedAnotherAdministratorMust, failed: FAILED },
      { onDone: onClose },
    );
  }

  return (
    <div className={DECISION_FORM}>
      {isLocked ? null : (
        <p>
          {texts.youConfirmThatMayPaid({
            amount: <strong className="font-semibold">${formatAmount(amount)}</strong>,
            destination: <strong className="font-semibold wrap-anywhere">{showDestination(withdrawal)}</strong>,
          })}
        </p>
      )}
      <DecisionActions
        mutation={confirm}
        failed={FAILED}
        isLocked={isLocked}
        cancelLabel={cancelLabel}
        onCancel={onCancel}
        onClose={onClose}
        submit={{ label: texts.confirmPayout, pendingLabel: texts.confirming, onClick: send }}
      />
    </div>
  );
}

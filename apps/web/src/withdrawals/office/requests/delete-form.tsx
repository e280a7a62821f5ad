import type { AdminWithdrawal } from "@wazi/contracts";
import { Money } from "../../../ui/money.tsx";
import { DecisionActions } from "../../../office/decisions/decision-actions.tsx";
import { DECISION_FORM } from "../../../office/decisions/decision-dialog.tsx";
import { useSubmitDecision } from "../../../office/decisions/use-decision.ts";
import { formatName } from "../../../office/person/person.tsx";
import { withdrawalQueries, type useDeleteWithdrawal } from "./api.ts";
import type { WithdrawalFormProps } from "./withdrawal-form.ts";
import * as texts from "../../../messages/admin-withdrawals.ts";

const FAILED = texts.failedToDeleteWithdrawal;

const SETTLED = ` ${texts.isAlreadySettledItRemoved}`;

const effects: Readonly<Record<AdminWithdrawal["status"], string>> = {
  pending: ` ${texts.returnsToTheirBalanceImmediately}`,
  processing: ` ${texts.isBeingPaidOutAnd}`,
  completed: SETTLED,
  rejected: SETTLED,
};

/**
 * Deleting a pending withdrawal returns the money; a settled one only leaves the list. `expected` says which was shown.
 */
export function DeleteForm({
  withdrawal,
  isLocked,
  cancelLabel,
  onCancel,
  onClose,
  remove,
}: WithdrawalFormProps & { remove: ReturnType<typeof useDeleteWithdrawal> }) {
  const decide = useSubmitDecision(withdrawalQueries);
  const { id, status } = withdrawal;

  function confirm() {
    void decide(
      () => remove.mutateAsync({ params: { id }, query: { expected: status } }),
      { done: texts.theWithdrawalWasDeleted, failed: FAILED },
      { onDone: onClose },
    );
  }

  return (
    <div className={DECISION_FORM}>
      {isLocked ? null : (
        <p>
          {texts.ofStatus({
            amount: <Money value={withdrawal.amount} className="font-semibold" />,
            user: <strong className="font-semibold">{formatName(withdrawal.user)}</strong>,
            status: effects[status],
          })}
        </p>
      )}
      <DecisionActions
        mutation={remove}
        failed={FAILED}
        isLocked={isLocked}
        cancelLabel={cancelLabel}
        onCancel={onCancel}
        onClose={onClose}
        submit={{
          label: texts.deleteWithdrawal2,
          pendingLabel: texts.deleting,
          look: "danger",
          disabled: status === "processing",
          onClick: confirm,
        }}
      />
    </div>
  );
}

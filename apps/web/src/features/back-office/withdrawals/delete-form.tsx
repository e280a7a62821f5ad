import type { AdminWithdrawal } from "@wazi/contracts";
import { Money } from "../../../ui/money.tsx";
import { DecisionActions } from "../decisions/decision-actions.tsx";
import { DECISION_FORM } from "../decisions/decision-dialog.tsx";
import { useSubmitDecision } from "../decisions/use-decision.ts";
import { formatName } from "../person/person.tsx";
import { withdrawalQueries, type useDeleteWithdrawal } from "./api.ts";
import type { WithdrawalFormProps } from "./withdrawal-form.ts";

const FAILED = "Failed to delete withdrawal";

const SETTLED =
  " is already settled. It is removed from your list. Other administrators see it as hidden by you. The investor's history and the ledger keep it.";

const effects: Readonly<Record<AdminWithdrawal["status"], string>> = {
  pending:
    " returns to their balance immediately and is not paid out. The withdrawal is removed from your list. Other administrators see it as hidden by you. The investor's history shows it as rejected.",
  processing: " is being paid out and can no longer be deleted.",
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
      { done: "The withdrawal was deleted.", failed: FAILED },
      { onDone: onClose },
    );
  }

  return (
    <div className={DECISION_FORM}>
      {isLocked ? null : (
        <p>
          <Money value={withdrawal.amount} className="font-semibold" /> of{" "}
          <strong className="font-semibold">{formatName(withdrawal.user)}</strong>
          {effects[status]}
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
          label: "Delete withdrawal",
          pendingLabel: "Deleting...",
          look: "danger",
          disabled: status === "processing",
          onClick: confirm,
        }}
      />
    </div>
  );
}

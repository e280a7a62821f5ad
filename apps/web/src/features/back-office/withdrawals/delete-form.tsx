import { Money } from "../../../ui/money.tsx";
import { DecisionEnd } from "../decisions/decision-end.tsx";
import { decisionForm } from "../decisions/decision-dialog.tsx";
import { useDecide } from "../decisions/use-decide.ts";
import { nameOf } from "../owner-cell.tsx";
import type { useDeleteWithdrawal } from "./delete-withdrawal.ts";
import { withdrawalReads } from "./settle-withdrawal.ts";
import type { WithdrawalFormProps } from "./withdrawal-form.ts";

const failed = "Failed to delete withdrawal";

/** A pending one is given back; one that has ended only leaves the list. */
export function DeleteForm({
  withdrawal,
  isLocked,
  cancelLabel,
  onCancel,
  onClose,
  remove,
}: WithdrawalFormProps & { remove: ReturnType<typeof useDeleteWithdrawal> }) {
  const decide = useDecide(withdrawalReads);

  function confirm() {
    void decide(
      () => remove.mutateAsync({ params: { id: withdrawal.id } }),
      { done: "The withdrawal is deleted.", failed },
      { onDone: onClose },
    );
  }

  return (
    <div className={decisionForm}>
      {isLocked ? null : (
        <p>
          <Money value={withdrawal.amount} className="font-semibold" /> of{" "}
          <strong className="font-semibold">{nameOf(withdrawal.user)}</strong>
          {withdrawal.status === "pending"
            ? " goes back to their balance at once, and nothing is paid out. The withdrawal leaves this list; their own history keeps it as rejected."
            : " has ended. It leaves this list alone: their own history and the ledger keep it."}
        </p>
      )}
      <DecisionEnd
        mutation={remove}
        failed={failed}
        isLocked={isLocked}
        cancelLabel={cancelLabel}
        onCancel={onCancel}
        onClose={onClose}
        submit={{ label: "Delete withdrawal", pendingLabel: "Deleting...", look: "danger", onClick: confirm }}
      />
    </div>
  );
}

import { Money } from "../../../ui/money.tsx";
import { DecisionActions } from "../decisions/decision-actions.tsx";
import { DECISION_FORM } from "../decisions/decision-dialog.tsx";
import { useSubmitDecision } from "../decisions/use-decision.ts";
import { formatName } from "../person/person.tsx";
import { depositQueries, type useSettleDeposit } from "./api.ts";
import type { DepositFormProps } from "./deposit-form.tsx";

const FAILED = "Failed to reject deposit";

/** Rejects a pending deposit without crediting it. */
export function RejectForm({
  deposit,
  isLocked,
  cancelLabel,
  onCancel,
  onClose,
  settle,
}: DepositFormProps & { settle: ReturnType<typeof useSettleDeposit> }) {
  const decide = useSubmitDecision(depositQueries);

  function confirm() {
    void decide(
      () => settle.mutateAsync({ params: { id: deposit.id }, body: { status: "failed" } }),
      { done: "The deposit was rejected.", failed: FAILED },
      { onDone: onClose },
    );
  }

  return (
    <div className={DECISION_FORM}>
      {isLocked ? null : (
        <p>
          This marks the deposit of <Money value={deposit.amount} className="font-semibold" /> by{" "}
          <strong className="font-semibold">{formatName(deposit.user)}</strong> as failed. No money is credited. They
          keep the address, so a late payment can still be credited.
        </p>
      )}
      <DecisionActions
        mutation={settle}
        failed={FAILED}
        isLocked={isLocked}
        cancelLabel={cancelLabel}
        onCancel={onCancel}
        onClose={onClose}
        submit={{ label: "Reject deposit", pendingLabel: "Rejecting...", look: "danger", onClick: confirm }}
      />
    </div>
  );
}

import { Money } from "../../ui/money.tsx";
import { DecisionActions } from "../../office/decisions/decision-actions.tsx";
import { DECISION_FORM } from "../../office/decisions/decision-dialog.tsx";
import { useSubmitDecision } from "../../office/decisions/use-decision.ts";
import { formatName } from "../../office/person/person.tsx";
import { depositQueries, type useSettleDeposit } from "./api.ts";
import type { DepositFormProps } from "./deposit-form.tsx";
import * as texts from "../../messages/admin-deposits.ts";

const FAILED = texts.failedToRejectDeposit;

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
      { done: texts.theDepositWasRejected, failed: FAILED },
      { onDone: onClose },
    );
  }

  return (
    <div className={DECISION_FORM}>
      {isLocked ? null : (
        <p>
          {texts.thisMarksDepositByAs({
            amount: <Money value={deposit.amount} className="font-semibold" />,
            user: <strong className="font-semibold">{formatName(deposit.user)}</strong>,
          })}
        </p>
      )}
      <DecisionActions
        mutation={settle}
        failed={FAILED}
        isLocked={isLocked}
        cancelLabel={cancelLabel}
        onCancel={onCancel}
        onClose={onClose}
        submit={{ label: texts.rejectDeposit, pendingLabel: texts.rejecting, look: "danger", onClick: confirm }}
      />
    </div>
  );
}

import { useForm } from "react-hook-form";
import { getFirstMessage, onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { TextField } from "../../../ui/field.tsx";
import { Money } from "../../../ui/money.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { usePaperMoney } from "../access/admin-access.ts";
import { DecisionActions } from "../decisions/decision-actions.tsx";
import { DECISION_FORM } from "../decisions/decision-dialog.tsx";
import { useSubmitDecision } from "../decisions/use-decision.ts";
import { formatName } from "../person/person.tsx";
import { withdrawalQueries, type useSettleWithdrawal } from "./api.ts";
import {
  emptySettlement,
  settlementResolver,
  type SettlementBody,
  type WithdrawalFormProps,
} from "./withdrawal-form.ts";

const referenceHints = {
  crypto: "The hash of the payment",
  bank: "For a bank transfer: the bank's reference",
  mpesa: "For M-Pesa: the receipt number",
} as const;
const PAPER_HINT = "Demo: no money leaves. Without a reference a paper receipt is recorded.";

const FAILED = "Failed to complete withdrawal";

/** Marks a withdrawal as paid, with the reference of its payment. */
export function CompleteForm({
  withdrawal,
  isLocked,
  cancelLabel,
  onCancel,
  onClose,
  settle,
}: WithdrawalFormProps & { settle: ReturnType<typeof useSettleWithdrawal> }) {
  const decide = useSubmitDecision(withdrawalQueries);
  const form = useForm<typeof emptySettlement, unknown, SettlementBody>({
    resolver: settlementResolver("completed", withdrawal),
    defaultValues: emptySettlement,
  });
  const { errors } = form.formState;
  const isPaper = usePaperMoney();
  const isBeingPaid = withdrawal.status === "processing";

  const submit = form.handleSubmit(
    (body) =>
      decide(
        () => settle.mutateAsync({ params: { id: withdrawal.id }, body }),
        { done: "The withdrawal is processed.", failed: FAILED },
        { onDone: onClose, onFailed: (failure) => showFieldErrors(failure, form.setError, ["transactionHash"]) },
      ),
    (invalid) => toast.bad("Error", getFirstMessage(invalid)),
  );

  return (
    <form noValidate onSubmit={onSubmit(submit)} className={DECISION_FORM}>
      {isLocked ? null : (
        <p>
          Marks <Money value={withdrawal.amount} className="font-semibold" /> to{" "}
          <strong className="font-semibold">{formatName(withdrawal.user)}</strong> as paid out. Do this only after
          sending the money. You cannot undo it.
        </p>
      )}
      <TextField
        label={isPaper && !isBeingPaid ? "Transaction hash (optional)" : "Transaction hash"}
        hint={isPaper && !isBeingPaid ? PAPER_HINT : referenceHints[withdrawal.withdrawalType]}
        autoComplete="off"
        spellCheck={false}
        readOnly={isLocked}
        error={errors.transactionHash?.message}
        {...form.register("transactionHash")}
      />
      <DecisionActions
        mutation={settle}
        failed={FAILED}
        isLocked={isLocked}
        cancelLabel={cancelLabel}
        onCancel={onCancel}
        onClose={onClose}
        submit={{ label: "Complete withdrawal", pendingLabel: "Completing..." }}
      />
    </form>
  );
}

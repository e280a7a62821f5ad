import { useForm } from "react-hook-form";
import { getFirstMessage, onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { Money } from "../../../ui/money.tsx";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { DecisionActions } from "../../../office/decisions/decision-actions.tsx";
import { DECISION_FORM } from "../../../office/decisions/decision-dialog.tsx";
import { useSubmitDecision } from "../../../office/decisions/use-decision.ts";
import { formatName } from "../../../office/person/person.tsx";
import { withdrawalQueries, type useSettleWithdrawal } from "./api.ts";
import {
  emptySettlement,
  settlementResolver,
  type SettlementBody,
  type WithdrawalFormProps,
} from "./withdrawal-form.ts";
import * as texts from "../../../messages/admin-withdrawals.ts";

const FAILED = texts.failedToRejectWithdrawal;

/** Returns the money, with a note to the investor. */
export function RejectForm({
  withdrawal,
  isLocked,
  cancelLabel,
  onCancel,
  onClose,
  settle,
}: WithdrawalFormProps & { settle: ReturnType<typeof useSettleWithdrawal> }) {
  const decide = useSubmitDecision(withdrawalQueries);
  const form = useForm<typeof emptySettlement, unknown, SettlementBody>({
    resolver: settlementResolver("rejected", withdrawal),
    defaultValues: emptySettlement,
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(
    (body) =>
      decide(
        () => settle.mutateAsync({ params: { id: withdrawal.id }, body }),
        { done: texts.theWithdrawalRejectedAndMoney, failed: FAILED },
        { onDone: onClose, onFailed: (failure) => showFieldErrors(failure, form.setError, ["notes"]) },
      ),
    (invalid) => toast.bad(texts.error, getFirstMessage(invalid)),
  );

  return (
    <form noValidate onSubmit={onSubmit(submit)} className={DECISION_FORM}>
      {isLocked ? null : (
        <p>
          {texts.returnsToBalanceImmediatelyDo({
            amount: <Money value={withdrawal.amount} className="font-semibold" />,
            user: <strong className="font-semibold">{formatName(withdrawal.user)}</strong>,
          })}
        </p>
      )}
      <TextAreaField
        label={texts.noteOptional}
        hint={texts.shownToInvestorWithWithdrawal}
        autoComplete="off"
        maxLength={500}
        readOnly={isLocked}
        error={errors.notes?.message}
        {...form.register("notes")}
      />
      <DecisionActions
        mutation={settle}
        failed={FAILED}
        isLocked={isLocked}
        cancelLabel={cancelLabel}
        onCancel={onCancel}
        onClose={onClose}
        submit={{ label: texts.rejectWithdrawal2, pendingLabel: texts.rejecting, look: "danger" }}
      />
    </form>
  );
}

import { formatAmount } from "@wazi/contracts";
import { useForm, useWatch } from "react-hook-form";
import { getFirstMessage, onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { TextField } from "../../../ui/field.tsx";
import { Money } from "../../../ui/money.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { toCents } from "../../../lib/cents.ts";
import { DecisionActions } from "../decisions/decision-actions.tsx";
import { DECISION_FORM } from "../decisions/decision-dialog.tsx";
import { useSubmitDecision } from "../decisions/use-decision.ts";
import { isWaitingAdjustment } from "../decisions/waiting-adjustment.ts";
import { formatName } from "../person/person.tsx";
import { depositQueries, type useSettleDeposit } from "./api.ts";
import { CreditPreview } from "./credit-preview.tsx";
import {
  approvalResolver,
  emptyApproval,
  isValidAmount,
  ReceivedAmountField,
  type ApprovalBody,
  type DepositFormProps,
} from "./deposit-form.tsx";

const FAILED = "Failed to approve deposit";

/** Credits a pending deposit, with the received amount if it differs. */
export function ApproveForm({
  deposit,
  isLocked,
  cancelLabel,
  onCancel,
  onClose,
  settle,
}: DepositFormProps & { settle: ReturnType<typeof useSettleDeposit> }) {
  const decide = useSubmitDecision(depositQueries);
  const form = useForm<typeof emptyApproval, unknown, ApprovalBody>({
    resolver: approvalResolver,
    defaultValues: emptyApproval,
  });
  const { errors } = form.formState;
  const received = useWatch({ control: form.control, name: "receivedAmount" });
  // Only an empty field means the requested amount.
  const credited = received.trim() === "" ? deposit.amount : isValidAmount(received) ? received : undefined;
  const isAbove = credited !== undefined && toCents(credited) > toCents(deposit.amount);
  const name = formatName(deposit.user);

  const submit = form.handleSubmit(
    (body) =>
      decide(
        () => settle.mutateAsync({ params: { id: deposit.id }, body }),
        {
          done: (answer) =>
            isWaitingAdjustment(answer)
              ? answer.message
              : `$${formatAmount(body.receivedAmount ?? deposit.amount)} credited to ${name}.`,
          failed: FAILED,
        },
        {
          onDone: onClose,
          onFailed: (failure) =>
            showFieldErrors(failure, form.setError, ["receivedAmount", "transactionHash", "reason"]),
        },
      ),
    (invalid) => toast.bad("Error", getFirstMessage(invalid)),
  );

  return (
    <form noValidate onSubmit={onSubmit(submit)} className={DECISION_FORM}>
      {isLocked ? null : (
        <>
          <p>
            Credits{" "}
            {credited === undefined ? "the amount received" : <Money value={credited} className="font-semibold" />} to
            the deposit funds of <strong className="font-semibold">{name}</strong>. You cannot undo this.
          </p>
          {credited === undefined ? (
            <p className="text-14 text-muted">Enter a valid amount to see a preview.</p>
          ) : (
            <CreditPreview deposit={deposit} credited={credited} />
          )}
        </>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <ReceivedAmountField
          label="Received amount (USD, optional)"
          hint={`Only if it differs from the requested $${formatAmount(deposit.amount)}`}
          readOnly={isLocked}
          error={errors.receivedAmount?.message}
          {...form.register("receivedAmount")}
        />
        <TextField
          label="Transaction hash (optional)"
          autoComplete="off"
          spellCheck={false}
          readOnly={isLocked}
          error={errors.transactionHash?.message}
          {...form.register("transactionHash")}
        />
      </div>
      {isAbove ? (
        <TextField
          label="Reason"
          hint="Why more than the request is credited. A large excess waits for another administrator."
          autoComplete="off"
          maxLength={500}
          readOnly={isLocked}
          error={errors.reason?.message}
          {...form.register("reason")}
        />
      ) : null}
      <DecisionActions
        mutation={settle}
        failed={FAILED}
        isLocked={isLocked}
        cancelLabel={cancelLabel}
        onCancel={onCancel}
        onClose={onClose}
        submit={{ label: "Approve deposit", pendingLabel: "Approving..." }}
      />
    </form>
  );
}

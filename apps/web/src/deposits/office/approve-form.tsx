import { formatAmount } from "@wazi/contracts";
import { useForm, useWatch } from "react-hook-form";
import { getFirstMessage, onSubmit, showFieldErrors } from "../../lib/forms.ts";
import { TextField } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { toast } from "../../ui/toast-store.ts";
import { toCents } from "../../lib/cents.ts";
import { DecisionActions } from "../../office/decisions/decision-actions.tsx";
import { DECISION_FORM } from "../../office/decisions/decision-dialog.tsx";
import { useSubmitDecision } from "../../office/decisions/use-decision.ts";
import { isWaitingAdjustment } from "../../office/decisions/waiting-adjustment.ts";
import { formatName } from "../../office/person/person.tsx";
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
import * as texts from "../../messages/admin-deposits.ts";

const FAILED = texts.failedToApproveDeposit;

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
              : texts.receivedAmountCreditedToName({
                  receivedAmount: formatAmount(body.receivedAmount ?? deposit.amount),
                  name,
                }),
          failed: FAILED,
        },
        {
          onDone: onClose,
          onFailed: (failure) =>
            showFieldErrors(failure, form.setError, ["receivedAmount", "transactionHash", "reason"]),
        },
      ),
    (invalid) => toast.bad(texts.error, getFirstMessage(invalid)),
  );

  return (
    <form noValidate onSubmit={onSubmit(submit)} className={DECISION_FORM}>
      {isLocked ? null : (
        <>
          <p>
            {texts.creditsToDepositFundsYou({
              part:
                credited === undefined ? texts.theAmountReceived : <Money value={credited} className="font-semibold" />,
              name: <strong className="font-semibold">{name}</strong>,
            })}
          </p>
          {credited === undefined ? (
            <p className="text-14 text-muted">{texts.enterValidAmountToSee}</p>
          ) : (
            <CreditPreview deposit={deposit} credited={credited} />
          )}
        </>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <ReceivedAmountField
          label={texts.receivedAmountUsdOptional}
          hint={texts.onlyIfItDiffersFrom({ amount: formatAmount(deposit.amount) })}
          readOnly={isLocked}
          error={errors.receivedAmount?.message}
          {...form.register("receivedAmount")}
        />
        <TextField
          label={deposit.network === "MPESA" ? texts.mPesaReceiptOptional : texts.transactionHashOptional}
          autoComplete="off"
          spellCheck={false}
          readOnly={isLocked}
          error={errors.transactionHash?.message}
          {...form.register("transactionHash")}
        />
      </div>
      {isAbove ? (
        <TextField
          label={texts.reason}
          hint={texts.whyMoreThanRequestCredited}
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
        submit={{ label: texts.approveDeposit, pendingLabel: texts.approving }}
      />
    </form>
  );
}

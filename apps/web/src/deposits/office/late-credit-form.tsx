import { creditLateDeposit, formatAmount } from "@wazi/contracts";
import { useForm, useWatch } from "react-hook-form";
import { getFirstMessage, onSubmit, showFieldErrors } from "../../lib/forms.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { TextField } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { toast } from "../../ui/toast-store.ts";
import { DecisionActions } from "../../office/decisions/decision-actions.tsx";
import { DECISION_FORM } from "../../office/decisions/decision-dialog.tsx";
import { useSubmitDecision } from "../../office/decisions/use-decision.ts";
import { isWaitingAdjustment } from "../../office/decisions/waiting-adjustment.ts";
import { formatName } from "../../office/person/person.tsx";
import { depositQueries, type useCreditLateDeposit } from "./api.ts";
import { CreditPreview } from "./credit-preview.tsx";
import { isValidAmount, ReceivedAmountField, type DepositFormProps } from "./deposit-form.tsx";
import * as texts from "../../messages/admin-deposits.ts";

const FAILED = texts.failedToCreditLatePayment;
const empty = { amount: "", transactionHash: "", reason: "" };
const resolver = schemaResolver(creditLateDeposit.body);

/** Credits a payment for a settled deposit as a separate completed deposit that is linked to it. */
export function LateCreditForm({
  deposit,
  cancelLabel,
  onCancel,
  onClose,
  credit,
}: DepositFormProps & { credit: ReturnType<typeof useCreditLateDeposit> }) {
  const decide = useSubmitDecision(depositQueries);
  const form = useForm({ resolver, defaultValues: empty });
  const { errors } = form.formState;
  const amount = String(useWatch({ control: form.control, name: "amount" }));
  const name = formatName(deposit.user);
  const isAmount = isValidAmount(amount);
  const isMpesa = deposit.network === "MPESA";

  const submit = form.handleSubmit(
    (body) =>
      decide(
        () => credit.mutateAsync({ params: { id: deposit.id }, body }),
        {
          done: (answer) =>
            isWaitingAdjustment(answer)
              ? answer.message
              : texts.amountCreditedToName({ amount: formatAmount(body.amount), name }),
          failed: FAILED,
        },
        {
          onDone: onClose,
          onFailed: (failure) => showFieldErrors(failure, form.setError, ["amount", "transactionHash", "reason"]),
        },
      ),
    (invalid) => toast.bad(texts.error, getFirstMessage(invalid)),
  );

  return (
    <form noValidate onSubmit={onSubmit(submit)} className={DECISION_FORM}>
      <p>
        {texts.forMoneySentToThis({
          name: <strong className="font-semibold">{name}</strong>,
          part: isAmount ? <Money value={amount} className="font-semibold" /> : texts.theAmountReceived,
        })}
      </p>
      {isAmount ? <CreditPreview deposit={deposit} credited={amount} /> : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <ReceivedAmountField
          label={texts.amountReceivedUsd}
          error={errors.amount?.message}
          {...form.register("amount")}
        />
        <TextField
          label={isMpesa ? texts.mPesaReceipt : texts.transactionHash}
          hint={isMpesa ? texts.asMessagePaymentShowsIt : texts.theHashIncomingTransaction}
          autoComplete="off"
          spellCheck={false}
          error={errors.transactionHash?.message}
          {...form.register("transactionHash")}
        />
      </div>
      <TextField
        label={texts.reasonOptional}
        hint={texts.requiredWhenTotalFarAbove}
        autoComplete="off"
        maxLength={500}
        error={errors.reason?.message}
        {...form.register("reason")}
      />
      <DecisionActions
        mutation={credit}
        failed={FAILED}
        cancelLabel={cancelLabel}
        onCancel={onCancel}
        onClose={onClose}
        submit={{ label: texts.creditLatePayment, pendingLabel: texts.crediting }}
      />
    </form>
  );
}

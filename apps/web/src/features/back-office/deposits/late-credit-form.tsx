import { creditLateDeposit, formatAmount } from "@wazi/contracts";
import { useForm, useWatch } from "react-hook-form";
import { getFirstMessage, onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { schemaResolver } from "../../../lib/schema-resolver.ts";
import { TextField } from "../../../ui/field.tsx";
import { Money } from "../../../ui/money.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { DecisionActions } from "../decisions/decision-actions.tsx";
import { DECISION_FORM } from "../decisions/decision-dialog.tsx";
import { useSubmitDecision } from "../decisions/use-decision.ts";
import { isWaitingAdjustment } from "../decisions/waiting-adjustment.ts";
import { formatName } from "../person/person.tsx";
import { depositQueries, type useCreditLateDeposit } from "./api.ts";
import { CreditPreview } from "./credit-preview.tsx";
import { isValidAmount, ReceivedAmountField, type DepositFormProps } from "./deposit-form.tsx";

const FAILED = "Failed to credit the late payment";
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

  const submit = form.handleSubmit(
    (body) =>
      decide(
        () => credit.mutateAsync({ params: { id: deposit.id }, body }),
        {
          done: (answer) =>
            isWaitingAdjustment(answer) ? answer.message : `$${formatAmount(body.amount)} credited to ${name}.`,
          failed: FAILED,
        },
        {
          onDone: onClose,
          onFailed: (failure) => showFieldErrors(failure, form.setError, ["amount", "transactionHash", "reason"]),
        },
      ),
    (invalid) => toast.bad("Error", getFirstMessage(invalid)),
  );

  return (
    <form noValidate onSubmit={onSubmit(submit)} className={DECISION_FORM}>
      <p>
        For money sent to this address that was not credited. This creates a separate completed deposit for{" "}
        <strong className="font-semibold">{name}</strong>, linked to this one, and credits{" "}
        {isAmount ? <Money value={amount} className="font-semibold" /> : "the amount received"} to their deposit funds.
        This deposit does not change. Each transaction can be credited only once.
      </p>
      {isAmount ? <CreditPreview deposit={deposit} credited={amount} /> : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <ReceivedAmountField
          label="Amount received (USD)"
          error={errors.amount?.message}
          {...form.register("amount")}
        />
        <TextField
          label="Transaction hash"
          hint="The hash of the incoming transaction"
          autoComplete="off"
          spellCheck={false}
          error={errors.transactionHash?.message}
          {...form.register("transactionHash")}
        />
      </div>
      <TextField
        label="Reason (optional)"
        hint="Required when the total is far above the request. Another administrator then approves it."
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
        submit={{ label: "Credit late payment", pendingLabel: "Crediting..." }}
      />
    </form>
  );
}

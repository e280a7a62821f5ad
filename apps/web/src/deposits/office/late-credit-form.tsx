import { creditLateDeposit, formatAmount } from "@wazi/contracts";
import { useForm, useWatch } from "react-hook-form";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { TextField } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { bindFields } from "../../office/decisions/use-decision.ts";
import { DecisionForm } from "../../office/decisions/decision-form.tsx";
import { isWaitingAdjustment } from "../../office/decisions/notices.tsx";
import { formatName } from "../../office/person/person.tsx";
import { depositQueries, type useCreditLateDeposit } from "./api.ts";
import { CreditPreview } from "./credit-preview.tsx";
import { type DepositFormProps, isValidAmount, ReceivedAmountField } from "./approve-form.tsx";
import * as texts from "../../messages/admin-deposits.ts";

const empty = { amount: "", transactionHash: "", reason: "" };
const resolver = schemaResolver(creditLateDeposit.body);

/** Credits a payment for a settled deposit as a separate completed deposit that is linked to it. */
export function LateCreditForm({
  deposit,
  credit,
  ...frame
}: DepositFormProps & { credit: ReturnType<typeof useCreditLateDeposit> }) {
  const form = useForm({ resolver, defaultValues: empty });
  const field = bindFields(form);
  const amount = String(useWatch({ control: form.control, name: "amount" }));
  const name = formatName(deposit.user);
  const isAmount = isValidAmount(amount);
  const isMpesa = deposit.network === "MPESA";

  return (
    <DecisionForm
      {...frame}
      mutation={credit}
      form={form}
      toInput={(body) => ({ params: { id: deposit.id }, body })}
      shown={depositQueries}
      submitLabel={texts.actionCreditLate}
      pendingLabel={texts.crediting}
      done={(answer, body) =>
        isWaitingAdjustment(answer) ? answer.message : texts.lateDone({ amount: formatAmount(body.amount), name })
      }
      failed={texts.lateFailed}
    >
      <p>
        {texts.lateLead({
          name: <strong className="font-semibold">{name}</strong>,
          part: isAmount ? <Money value={amount} className="font-semibold" /> : texts.approveAmountPlaceholder,
        })}
      </p>
      {isAmount ? <CreditPreview deposit={deposit} credited={amount} /> : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <ReceivedAmountField label={texts.lateAmountLabel} {...field("amount")} />
        <TextField
          label={isMpesa ? texts.lateReceiptLabel : texts.transactionHash}
          hint={isMpesa ? texts.lateReceiptHint : texts.lateHashHint}
          autoComplete="off"
          spellCheck={false}
          {...field("transactionHash")}
        />
      </div>
      <TextField
        label={texts.reasonOptional}
        hint={texts.lateReasonHint}
        autoComplete="off"
        maxLength={500}
        {...field("reason")}
      />
    </DecisionForm>
  );
}

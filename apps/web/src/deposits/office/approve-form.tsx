import { formatAmount } from "@wazi/contracts";
import { useForm, useWatch } from "react-hook-form";
import { TextField } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { toCents } from "../../lib/cents.ts";
import { bindFields } from "../../office/decisions/bind-fields.ts";
import { DecisionForm } from "../../office/decisions/decision-form.tsx";
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

/** Credits a pending deposit, with the received amount if it differs. */
export function ApproveForm({
  deposit,
  settle,
  ...frame
}: DepositFormProps & { settle: ReturnType<typeof useSettleDeposit> }) {
  const form = useForm<typeof emptyApproval, unknown, ApprovalBody>({
    resolver: approvalResolver,
    defaultValues: emptyApproval,
  });
  const field = bindFields(form, frame.isLocked);
  const received = useWatch({ control: form.control, name: "receivedAmount" });
  // Only an empty field means the requested amount.
  const credited = received.trim() === "" ? deposit.amount : isValidAmount(received) ? received : undefined;
  const isAbove = credited !== undefined && toCents(credited) > toCents(deposit.amount);
  const name = formatName(deposit.user);

  return (
    <DecisionForm
      {...frame}
      mutation={settle}
      form={form}
      toInput={(body) => ({ params: { id: deposit.id }, body })}
      shown={depositQueries}
      submitLabel={texts.approveDeposit}
      pendingLabel={texts.approving}
      done={(answer, { receivedAmount }) =>
        isWaitingAdjustment(answer)
          ? answer.message
          : texts.approveDone({ receivedAmount: formatAmount(receivedAmount ?? deposit.amount), name })
      }
      failed={texts.approveFailed}
    >
      {frame.isLocked ? null : (
        <>
          <p>
            {texts.approveEffect({
              part:
                credited === undefined ? (
                  texts.approveAmountPlaceholder
                ) : (
                  <Money value={credited} className="font-semibold" />
                ),
              name: <strong className="font-semibold">{name}</strong>,
            })}
          </p>
          {credited === undefined ? (
            <p className="text-14 text-muted">{texts.approveAmountInvalid}</p>
          ) : (
            <CreditPreview deposit={deposit} credited={credited} />
          )}
        </>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <ReceivedAmountField
          label={texts.approveReceivedLabel}
          hint={texts.approveReceivedHint({ amount: formatAmount(deposit.amount) })}
          {...field("receivedAmount")}
        />
        <TextField
          label={deposit.network === "MPESA" ? texts.approveReceiptLabel : texts.approveHashLabel}
          autoComplete="off"
          spellCheck={false}
          {...field("transactionHash")}
        />
      </div>
      {isAbove ? (
        <TextField
          label={texts.reason}
          hint={texts.approveReasonHint}
          autoComplete="off"
          maxLength={500}
          {...field("reason")}
        />
      ) : null}
    </DecisionForm>
  );
}

import { type AdminDeposit, type BodyInputOf, creditLateDeposit, formatAmount, settleDeposit } from "@wazi/contracts";
import { type Resolver, useForm, useWatch } from "react-hook-form";
import { TextField } from "../../ui/field.tsx";
import { Money } from "../../ui/money.tsx";
import { toCents } from "../../lib/cents.ts";
import { bindFields } from "../../office/decisions/use-decision.ts";
import { DecisionForm, type DecisionFrame } from "../../office/decisions/decision-form.tsx";
import { isWaitingAdjustment } from "../../office/decisions/notices.tsx";
import { formatName } from "../../office/person/person.tsx";
import { depositQueries, type useSettleDeposit } from "./api.ts";
import { CreditPreview } from "./credit-preview.tsx";
import * as texts from "../../messages/admin-deposits.ts";
import type { ComponentProps } from "react";
import { schemaResolver } from "../../lib/schema-resolver.ts";

/** The props of all forms in the dialog of a deposit. */
export interface DepositFormProps extends DecisionFrame {
  deposit: AdminDeposit;
  isLocked: boolean;
}

const emptyApproval = { receivedAmount: "", transactionHash: "", reason: "" };
type ApprovalBody = BodyInputOf<typeof settleDeposit>;

const checkBody = schemaResolver(settleDeposit.body);

/** Empty fields are not sent. Without an amount, the requested amount is credited. */
const approvalResolver: Resolver<typeof emptyApproval, unknown, ApprovalBody> = (values, context, options) => {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ""));
  return checkBody({ status: "completed", ...given }, context, options as never);
};

/**
 * The received amount in US dollars. A text field, because a number field reports letters as an empty value, which
 * would
 * credit the requested amount.
 */
export function ReceivedAmountField(props: Omit<ComponentProps<typeof TextField>, "type" | "prefix">) {
  return <TextField inputMode="decimal" autoComplete="off" placeholder="0.00" prefix="$" {...props} />;
}

/** True if the input can be credited. */
export function isValidAmount(typed: string): boolean {
  return creditLateDeposit.body.shape.amount.safeParse(typed).success;
}

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
          : answer.rateHold !== undefined
            ? texts.rateHeldDone
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

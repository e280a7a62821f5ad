import { payoutRailLabels } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { getFirstMessage, onSubmit, showFieldErrors } from "../../../lib/forms.ts";
import { TextField } from "../../../ui/field.tsx";
import { Money } from "../../../ui/money.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { usePaperMoney } from "../../../office/access/admin-access.ts";
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

const referenceHints = {
  crypto: texts.theHashOfThePayment,
  bank: texts.forBankTransferBanksReference,
  mpesa: texts.forMPesaReceiptNumber,
} as const;
const PAPER_HINT = texts.demoNoMoneyLeavesWithout;

const FAILED = texts.failedToCompleteWithdrawal;

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
  const rail = withdrawal.payoutRail === null ? null : payoutRailLabels[withdrawal.payoutRail];
  const isBeingPaid = withdrawal.status === "processing";
  const isOptional = (isPaper || rail !== null) && !isBeingPaid;

  const submit = form.handleSubmit(
    (body) =>
      decide(
        () => settle.mutateAsync({ params: { id: withdrawal.id }, body }),
        { done: rail === null ? texts.theWithdrawalIsProcessed : texts.theWithdrawalIsApproved, failed: FAILED },
        {
          onDone: onClose,
          onFailed: (failure) => showFieldErrors(failure, form.setError, ["transactionHash", "fee", "acceptsName"]),
        },
      ),
    (invalid) => toast.bad(texts.error, getFirstMessage(invalid)),
  );

  return (
    <form noValidate onSubmit={onSubmit(submit)} className={DECISION_FORM}>
      {isLocked ? null : (
        <p>
          {texts.marksToAsPaidOut({
            part: rail === null ? null : <>{texts.withoutReferencePayoutWorkerSends({ rail })} </>,
            amount: <Money value={withdrawal.amount} className="font-semibold" />,
            user: <strong className="font-semibold">{formatName(withdrawal.user)}</strong>,
            state: rail === null ? "yes" : "other",
          })}
        </p>
      )}
      <TextField
        label={isOptional ? texts.transactionHashOptional : texts.transactionHash}
        hint={isPaper && isOptional && rail === null ? PAPER_HINT : referenceHints[withdrawal.withdrawalType]}
        autoComplete="off"
        spellCheck={false}
        readOnly={isLocked}
        error={errors.transactionHash?.message}
        {...form.register("transactionHash")}
      />
      <TextField
        label={texts.feeInUsDollarsOptional}
        hint={texts.whatPaymentByHandCost}
        inputMode="decimal"
        autoComplete="off"
        readOnly={isLocked}
        error={errors.fee?.message}
        {...form.register("fee")}
      />
      {withdrawal.payoutRail === null ? null : (
        <TextField
          label={texts.accountHolderOnlyIfName}
          hint={texts.typeAcceptToPayAccount}
          autoComplete="off"
          readOnly={isLocked}
          error={errors.acceptsName?.message}
          {...form.register("acceptsName")}
        />
      )}
      <DecisionActions
        mutation={settle}
        failed={FAILED}
        isLocked={isLocked}
        cancelLabel={cancelLabel}
        onCancel={onCancel}
        onClose={onClose}
        submit={{ label: texts.completeWithdrawal, pendingLabel: texts.completing }}
      />
    </form>
  );
}

import { payoutRailLabels } from "@wazi/contracts";
import { useForm } from "react-hook-form";
import { TextField } from "../../../ui/field.tsx";
import { Money } from "../../../ui/money.tsx";
import { usePaperMoney } from "../../../office/access/admin-access.ts";
import { bindFields } from "../../../office/decisions/bind-fields.ts";
import { DecisionForm } from "../../../office/decisions/decision-form.tsx";
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
  crypto: texts.referenceHintCrypto,
  bank: texts.referenceHintBank,
  mpesa: texts.referenceHintMpesa,
} as const;
const PAPER_HINT = texts.completePaperHint;

/** Marks a withdrawal as paid, with the reference of its payment. */
export function CompleteForm({
  withdrawal,
  settle,
  ...frame
}: WithdrawalFormProps & { settle: ReturnType<typeof useSettleWithdrawal> }) {
  const form = useForm<typeof emptySettlement, unknown, SettlementBody>({
    resolver: settlementResolver("completed", withdrawal),
    defaultValues: emptySettlement,
  });
  const field = bindFields(form, frame.isLocked);
  const isPaper = usePaperMoney();
  const rail = withdrawal.payoutRail === null ? null : payoutRailLabels[withdrawal.payoutRail];
  const isBeingPaid = withdrawal.status === "processing";
  const isOptional = (isPaper || rail !== null) && !isBeingPaid;

  return (
    <DecisionForm
      {...frame}
      mutation={settle}
      form={form}
      toInput={(body) => ({ params: { id: withdrawal.id }, body })}
      shown={withdrawalQueries}
      submitLabel={texts.completeWithdrawal}
      pendingLabel={texts.completing}
      done={rail === null ? texts.completeProcessed : texts.completeApproved}
      failed={texts.completeFailed}
    >
      {frame.isLocked ? null : (
        <p>
          {texts.completeEffect({
            part: rail === null ? null : <>{texts.completeWorkerHint({ rail })} </>,
            amount: <Money value={withdrawal.amount} className="font-semibold" />,
            user: <strong className="font-semibold">{formatName(withdrawal.user)}</strong>,
            state: rail === null ? "yes" : "other",
          })}
        </p>
      )}
      <TextField
        label={isOptional ? texts.completeHashLabel : texts.transactionHash}
        hint={isPaper && isOptional && rail === null ? PAPER_HINT : referenceHints[withdrawal.withdrawalType]}
        autoComplete="off"
        spellCheck={false}
        {...field("transactionHash")}
      />
      <TextField
        label={texts.completeFeeLabel}
        hint={texts.completeFeeHint}
        inputMode="decimal"
        autoComplete="off"
        {...field("fee")}
      />
      {withdrawal.payoutRail === null ? null : (
        <TextField
          label={texts.completeHolderLabel}
          hint={texts.completeHolderHint}
          autoComplete="off"
          {...field("acceptsName")}
        />
      )}
    </DecisionForm>
  );
}

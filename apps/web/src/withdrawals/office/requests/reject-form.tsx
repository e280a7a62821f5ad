import { useForm } from "react-hook-form";
import { Money } from "../../../ui/money.tsx";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
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

/** Returns the money, with a note to the investor. */
export function RejectForm({
  withdrawal,
  settle,
  ...frame
}: WithdrawalFormProps & { settle: ReturnType<typeof useSettleWithdrawal> }) {
  const form = useForm<typeof emptySettlement, unknown, SettlementBody>({
    resolver: settlementResolver("rejected", withdrawal),
    defaultValues: emptySettlement,
  });
  const field = bindFields(form, frame.isLocked);
  return (
    <DecisionForm
      {...frame}
      mutation={settle}
      form={form}
      toInput={(body) => ({ params: { id: withdrawal.id }, body })}
      shown={withdrawalQueries}
      submitLabel={texts.rejectSubmit}
      pendingLabel={texts.rejecting}
      look="danger"
      done={texts.rejectDone}
      failed={texts.rejectFailed}
    >
      {frame.isLocked ? null : (
        <p>
          {texts.rejectEffect({
            amount: <Money value={withdrawal.amount} className="font-semibold" />,
            user: <strong className="font-semibold">{formatName(withdrawal.user)}</strong>,
          })}
        </p>
      )}
      <TextAreaField
        label={texts.noteOptional}
        hint={texts.rejectReasonHint}
        autoComplete="off"
        maxLength={500}
        {...field("notes")}
      />
    </DecisionForm>
  );
}

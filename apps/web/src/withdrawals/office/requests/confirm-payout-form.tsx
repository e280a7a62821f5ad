import { formatAmount, showDestination } from "@wazi/contracts";
import { DecisionForm } from "../../../office/decisions/decision-form.tsx";
import { withdrawalQueries, type useConfirmWithdrawal } from "./api.ts";
import type { WithdrawalFormProps } from "./withdrawal-form.ts";
import * as texts from "../../../messages/admin-withdrawals.ts";

/** The confirmation by the first of two administrators, for exactly this amount and destination. */
export function ConfirmPayoutForm({
  withdrawal,
  confirm,
  ...frame
}: WithdrawalFormProps & { confirm: ReturnType<typeof useConfirmWithdrawal> }) {
  const { id, amount, destination } = withdrawal;
  return (
    <DecisionForm
      {...frame}
      mutation={confirm}
      toInput={() => ({ params: { id }, body: { amount, destination } })}
      shown={withdrawalQueries}
      submitLabel={texts.confirmPayout}
      pendingLabel={texts.confirming}
      done={texts.confirmDone}
      failed={texts.confirmFailed}
    >
      {frame.isLocked ? null : (
        <p>
          {texts.confirmEffect({
            amount: <strong className="font-semibold">${formatAmount(amount)}</strong>,
            destination: <strong className="font-semibold wrap-anywhere">{showDestination(withdrawal)}</strong>,
          })}
        </p>
      )}
    </DecisionForm>
  );
}

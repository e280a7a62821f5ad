import type { AdminWithdrawal } from "@wazi/contracts";
import { Money } from "../../../ui/money.tsx";
import { DecisionForm } from "../../../office/decisions/decision-form.tsx";
import { formatName } from "../../../office/person/person.tsx";
import { withdrawalQueries, type useDeleteWithdrawal } from "./api.ts";
import type { WithdrawalFormProps } from "./withdrawal-form.ts";
import * as texts from "../../../messages/admin-withdrawals.ts";

const SETTLED = ` ${texts.deleteSettledEffect}`;

const effects: Readonly<Record<AdminWithdrawal["status"], string>> = {
  pending: ` ${texts.deletePendingEffect}`,
  processing: ` ${texts.deleteProcessingEffect}`,
  completed: SETTLED,
  rejected: SETTLED,
};

/**
 * Deleting a pending withdrawal returns the money; a settled one only leaves the list. `expected` says which was shown.
 */
export function DeleteForm({
  withdrawal,
  remove,
  ...frame
}: WithdrawalFormProps & { remove: ReturnType<typeof useDeleteWithdrawal> }) {
  const { id, status } = withdrawal;
  return (
    <DecisionForm
      {...frame}
      mutation={remove}
      toInput={() => ({ params: { id }, query: { expected: status } })}
      shown={withdrawalQueries}
      submitLabel={texts.deleteSubmit}
      pendingLabel={texts.deleting}
      look="danger"
      notYet={status === "processing"}
      done={texts.deleteDone}
      failed={texts.deleteFailed}
    >
      {frame.isLocked ? null : (
        <p>
          {texts.deleteEffect({
            amount: <Money value={withdrawal.amount} className="font-semibold" />,
            user: <strong className="font-semibold">{formatName(withdrawal.user)}</strong>,
            status: effects[status],
          })}
        </p>
      )}
    </DecisionForm>
  );
}

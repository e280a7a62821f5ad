import { Money } from "../../ui/money.tsx";
import { DecisionForm } from "../../office/decisions/decision-form.tsx";
import { formatName } from "../../office/person/person.tsx";
import { depositQueries, type useSettleDeposit } from "./api.ts";
import type { DepositFormProps } from "./approve-form.tsx";
import * as texts from "../../messages/admin-deposits.ts";

/** Rejects a pending deposit without crediting it. */
export function RejectForm({
  deposit,
  settle,
  ...frame
}: DepositFormProps & { settle: ReturnType<typeof useSettleDeposit> }) {
  return (
    <DecisionForm
      {...frame}
      mutation={settle}
      toInput={() => ({ params: { id: deposit.id }, body: { status: "failed" as const } })}
      shown={depositQueries}
      submitLabel={texts.rejectDeposit}
      pendingLabel={texts.rejecting}
      look="danger"
      done={texts.rejectDone}
      failed={texts.rejectFailed}
    >
      {frame.isLocked ? null : (
        <p>
          {texts.rejectEffect({
            amount: <Money value={deposit.amount} className="font-semibold" />,
            user: <strong className="font-semibold">{formatName(deposit.user)}</strong>,
          })}
        </p>
      )}
    </DecisionForm>
  );
}

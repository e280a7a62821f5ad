import { formatAmount, type AdminDeposit } from "@wazi/contracts";
import { useAdmin } from "../../office/access/admin-access.ts";
import { ALREADY_DECIDED, type BulkAction } from "../../office/records/bulk-action.ts";
import { isWaitingAdjustment } from "../../office/decisions/waiting-adjustment.ts";
import { useSettleDeposit } from "./api.ts";
import * as texts from "../../messages/admin-deposits.ts";

/** The decisions on several deposits. Each credits what was requested; another amount needs the deposit's own window. */
export function useDepositActions(): readonly BulkAction<AdminDeposit>[] {
  const { id: adminId } = useAdmin();
  const settle = useSettleDeposit();
  const findObstacle = ({ status }: AdminDeposit): string | undefined =>
    status === "pending" ? undefined : ALREADY_DECIDED;
  return [
    {
      verb: texts.approve,
      participle: texts.approvedParticiple,
      look: "primary",
      effect: texts.bulkApproveEffect,
      findObstacle: (deposit) =>
        findObstacle(deposit) ?? (deposit.userId === adminId ? texts.bulkOwnDeposit : undefined),
      decide: async ({ id, amount }) => {
        const answer = await settle.mutateAsync({ params: { id }, body: { status: "completed" } });
        return isWaitingAdjustment(answer) ? answer.message : texts.amountCredited({ amount: formatAmount(amount) });
      },
    },
    {
      verb: texts.reject,
      participle: texts.rejectedParticiple,
      look: "danger",
      effect: texts.bulkRejectEffect,
      findObstacle,
      decide: async ({ id }) => {
        await settle.mutateAsync({ params: { id }, body: { status: "failed" } });
        return texts.rejected;
      },
    },
  ];
}

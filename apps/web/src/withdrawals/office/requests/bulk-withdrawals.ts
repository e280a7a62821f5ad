import type { AdminWithdrawal } from "@wazi/contracts";
import { useAdmin, usePaperMoney } from "../../../office/access/admin-access.ts";
import { formatUtc } from "../../../office/display/age.tsx";
import { ALREADY_DECIDED, type BulkAction } from "../../../office/records/bulk-dialog.tsx";
import { useConfirmWithdrawal, useSettleWithdrawal } from "./api.ts";
import { findOtherPayee } from "./payee-name.ts";
import { getPayoutStage, type PayoutStage } from "./payout-steps.ts";
import * as texts from "../../../messages/admin-withdrawals.ts";

const completeObstacles: Readonly<Partial<Record<PayoutStage, string>>> = {
  unconfirmed: texts.obstacleUnconfirmed,
  "confirmed-by-you": texts.obstacleCompleteOwnConfirmation,
};
const confirmObstacles: Readonly<Partial<Record<PayoutStage, string>>> = {
  alone: texts.obstacleNoConfirmation,
  confirmed: texts.obstacleConfirmed,
  "confirmed-by-you": texts.obstacleConfirmedByYou,
};

/** The decisions on several withdrawals. One that needs a closer look, or a reference of its payment, is decided in its own window. */
export function useWithdrawalActions(): readonly BulkAction<AdminWithdrawal>[] {
  const { id: adminId } = useAdmin();
  const isPaper = usePaperMoney();
  const settle = useSettleWithdrawal();
  const confirm = useConfirmWithdrawal();
  const findPayingObstacle = (withdrawal: AdminWithdrawal): string | undefined => {
    const { status, hold, userId } = withdrawal;
    if (status !== "pending") return ALREADY_DECIDED;
    if (userId === adminId) return texts.bulkOwnWithdrawal;
    if (hold !== null) return texts.bulkHeldUntil({ endsAt: formatUtc(hold.endsAt) });
    const payee = findOtherPayee(withdrawal);
    return payee === null ? undefined : texts.bulkOtherPayee({ payee });
  };
  // A payout of paper money needs no reference.
  const needsReference = ({ payoutRail }: AdminWithdrawal): boolean => !isPaper && payoutRail === null;
  return [
    {
      verb: texts.confirm,
      participle: texts.confirmedParticiple,
      look: "primary",
      effect: texts.bulkConfirmEffect,
      findObstacle: (withdrawal) =>
        findPayingObstacle(withdrawal) ?? confirmObstacles[getPayoutStage(withdrawal, adminId)],
      decide: async ({ id, amount, destination }) => {
        await confirm.mutateAsync({
          params: { id },
          body: { amount, destination },
        });
        return texts.bulkConfirmDone;
      },
    },
    {
      verb: texts.complete,
      participle: texts.completedParticiple,
      look: "primary",
      effect: texts.bulkCompleteEffect,
      findObstacle: (withdrawal) =>
        findPayingObstacle(withdrawal) ??
        completeObstacles[getPayoutStage(withdrawal, adminId)] ??
        (needsReference(withdrawal) ? texts.bulkNeedsReference : undefined),
      decide: async ({ id, amount, destination }) => {
        await settle.mutateAsync({
          params: { id },
          body: { status: "completed", expected: { amount, destination } },
        });
        return texts.completed;
      },
    },
    {
      verb: texts.reject,
      participle: texts.rejectedParticiple,
      look: "danger",
      effect: texts.bulkRejectEffect,
      note: {
        label: texts.reason,
        hint: texts.bulkReasonHint,
        missing: texts.bulkReasonMissing,
      },
      findObstacle: ({ status }) => (status === "pending" ? undefined : ALREADY_DECIDED),
      decide: async ({ id, amount, destination }, notes) => {
        const body = {
          status: "rejected",
          notes,
          expected: { amount, destination },
        } as const;
        await settle.mutateAsync({ params: { id }, body });
        return texts.bulkRejectDone;
      },
    },
  ];
}

import {
  type AdminWithdrawal,
  confirmWithdrawal,
  exportWithdrawals,
  settleWithdrawal,
  withdrawalSorts,
  withdrawalStatuses,
  withdrawalTypes,
} from "@wazi/contracts";
import { defineBatch } from "../../../office/records/bulk-bar.tsx";
import { type RecordFilter, toChoices } from "../../../office/records/filter-definitions.tsx";
import { RecordScreen, type RecordScreenDefinition } from "../../../office/records/record-screen.tsx";
import { requestOrders } from "../../../office/records/request-columns.tsx";
import { useConfirmWithdrawal, useSettleWithdrawal, useWithdrawals } from "./api.ts";
import { withdrawalColumns, withdrawalStatusLabels } from "./withdrawal-columns.tsx";
import { getPayoutStage, type PayoutStage, type WithdrawalStep } from "./payout-steps.ts";
import { WithdrawalDialog } from "./withdrawal-dialog.tsx";
import { shownKinds } from "../../../content/withdrawal-kinds.ts";
import * as texts from "../../../messages/admin-withdrawals.ts";
import { useAdmin, usePaperMoney } from "../../../office/access/admin-access.ts";
import { formatUtc } from "../../../office/display/age.tsx";
import { ALREADY_DECIDED, type BulkAction, decideBy } from "../../../office/records/bulk-dialog.tsx";
import { findOtherPayee } from "./payee-name.ts";

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
function useWithdrawalActions(): readonly BulkAction<AdminWithdrawal>[] {
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
      ...decideBy(
        confirmWithdrawal,
        confirm,
        ({ id, amount, destination }: AdminWithdrawal) => ({ params: { id }, body: { amount, destination } }),
        () => texts.bulkConfirmDone,
      ),
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
      ...decideBy(
        settleWithdrawal,
        settle,
        ({ id, amount, destination }: AdminWithdrawal) => ({
          params: { id },
          body: { status: "completed" as const, expected: { amount, destination } },
        }),
        () => texts.completed,
      ),
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
      ...decideBy(
        settleWithdrawal,
        settle,
        ({ id, amount, destination }: AdminWithdrawal, notes) => ({
          params: { id },
          body: { status: "rejected" as const, notes, expected: { amount, destination } },
        }),
        () => texts.bulkRejectDone,
      ),
    },
  ];
}

const filters: readonly RecordFilter[] = [
  { kind: "search", label: texts.searchWithdrawals, placeholder: texts.searchPlaceholder },
  {
    kind: "choice",
    name: "status",
    label: texts.status,
    any: texts.anyStatus,
    choices: toChoices(withdrawalStatuses, withdrawalStatusLabels),
  },
  {
    kind: "choice",
    name: "withdrawalType",
    label: texts.type,
    any: texts.anyType,
    choices: withdrawalTypes.map((value) => ({ value, label: shownKinds[value].label })),
  },
  {
    kind: "choice",
    name: "hidden",
    label: texts.hidden,
    any: texts.filterNotByYou,
    choices: [{ value: "only", label: texts.hiddenOnly }],
  },
  { kind: "days" },
];

const screen: RecordScreenDefinition<AdminWithdrawal, WithdrawalStep> = {
  label: texts.withdrawals,
  failedTitle: texts.withdrawalsFailedTitle,
  empty: texts.listEmpty,
  usePage: useWithdrawals,
  filters,
  sorts: withdrawalSorts,
  orders: requestOrders,
  csv: { path: exportWithdrawals.path, label: texts.csvLabel },
  columns: withdrawalColumns,
  getChangeKey: ({ status, confirmation, destination, hold, hiddenAt }) =>
    `${status} ${confirmation?.confirmedAt ?? ""} ${destination} ${hold?.endsAt ?? ""} ${hiddenAt ?? ""}`,
  opens: "details",
  Dialog: WithdrawalDialog,
  batch: defineBatch("withdrawal", "money", useWithdrawalActions),
};

export function WithdrawalsTab() {
  return <RecordScreen screen={screen} />;
}

import {
  type AdminDeposit,
  depositCurrencies,
  depositSorts,
  depositStatuses,
  exportDeposits,
  formatAmount,
  settleDeposit,
} from "@wazi/contracts";
import { defineBatch } from "../../office/records/bulk-bar.tsx";
import { type RecordFilter, toChoices } from "../../office/records/filter-definitions.tsx";
import { RecordScreen, type RecordScreenDefinition } from "../../office/records/record-screen.tsx";
import { requestOrders } from "../../office/records/request-columns.tsx";
import { useDeposits, useSettleDeposit } from "./api.ts";
import { depositColumns } from "./deposit-columns.tsx";
import { DepositDialog, type DepositStep } from "./deposit-dialog.tsx";
import { depositStatusLabels } from "./labels.ts";
import { PaymentReviews } from "./payment-reviews.tsx";
import * as texts from "../../messages/admin-deposits.ts";
import { useAdmin } from "../../office/access/admin-access.ts";
import { ALREADY_DECIDED, type BulkAction, decideBy } from "../../office/records/bulk-dialog.tsx";
import { isWaitingAdjustment } from "../../office/decisions/notices.tsx";

const filters: readonly RecordFilter[] = [
  { kind: "search", label: texts.searchDeposits, placeholder: texts.searchPlaceholder },
  {
    kind: "choice",
    name: "status",
    label: texts.status,
    any: texts.anyStatus,
    choices: toChoices(depositStatuses, depositStatusLabels),
  },
  {
    kind: "choice",
    name: "currency",
    label: texts.currency,
    any: texts.anyCurrency,
    choices: depositCurrencies.map((value) => ({ value, label: value })),
  },
  { kind: "days" },
];

const screen: RecordScreenDefinition<AdminDeposit, DepositStep> = {
  label: texts.deposits,
  failedTitle: texts.depositsFailedTitle,
  empty: texts.listEmpty,
  usePage: useDeposits,
  filters,
  sorts: depositSorts,
  orders: requestOrders,
  csv: { path: exportDeposits.path, label: texts.csvLabel },
  columns: depositColumns,
  getChangeKey: ({ status, receivedAmount }) => `${status} ${receivedAmount ?? ""}`,
  opens: "details",
  Dialog: DepositDialog,
  batch: defineBatch("deposit", "money", useDepositActions),
};

export function DepositsTab() {
  return (
    <>
      <PaymentReviews />
      <RecordScreen screen={screen} />
    </>
  );
}

/** The decisions on several deposits. Each credits what was requested; another amount needs the deposit's own window. */
function useDepositActions(): readonly BulkAction<AdminDeposit>[] {
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
      ...decideBy(
        settleDeposit,
        settle,
        ({ id }) => ({ params: { id }, body: { status: "completed" as const } }),
        (answer, { amount }: AdminDeposit) =>
          isWaitingAdjustment(answer) ? answer.message : texts.amountCredited({ amount: formatAmount(amount) }),
      ),
    },
    {
      verb: texts.reject,
      participle: texts.rejectedParticiple,
      look: "danger",
      effect: texts.bulkRejectEffect,
      findObstacle,
      ...decideBy(
        settleDeposit,
        settle,
        ({ id }: AdminDeposit) => ({ params: { id }, body: { status: "failed" as const } }),
        () => texts.rejected,
      ),
    },
  ];
}

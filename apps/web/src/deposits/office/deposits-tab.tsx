import { depositCurrencies, depositSorts, depositStatuses, exportDeposits, type AdminDeposit } from "@wazi/contracts";
import { defineBatch } from "../../office/records/bulk-bar.tsx";
import { toChoices, type RecordFilter } from "../../office/records/filter-definitions.tsx";
import { RecordScreen, type RecordScreenDefinition } from "../../office/records/record-screen.tsx";
import { requestOrders } from "../../office/records/request-columns.tsx";
import { useDeposits } from "./api.ts";
import { useDepositActions } from "./bulk-deposits.ts";
import { depositColumns } from "./deposit-columns.tsx";
import { DepositDialog, type DepositStep } from "./deposit-dialog.tsx";
import { depositStatusLabels } from "./labels.ts";
import { PaymentReviews } from "./payment-reviews.tsx";
import * as texts from "../../messages/admin-deposits.ts";

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
  what: texts.theDeposits,
  empty: texts.listEmpty,
  usePage: useDeposits,
  filters,
  sorts: depositSorts,
  orders: requestOrders,
  csvPath: exportDeposits.path,
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

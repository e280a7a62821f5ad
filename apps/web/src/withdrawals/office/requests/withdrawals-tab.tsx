import {
  exportWithdrawals,
  withdrawalSorts,
  withdrawalStatuses,
  withdrawalTypes,
  type AdminWithdrawal,
} from "@wazi/contracts";
import { defineBatch } from "../../../office/records/bulk-bar.tsx";
import { toChoices, type RecordFilter } from "../../../office/records/filter-definitions.tsx";
import { RecordScreen, type RecordScreenDefinition } from "../../../office/records/record-screen.tsx";
import { requestOrders } from "../../../office/records/request-columns.tsx";
import { useWithdrawals } from "./api.ts";
import { useWithdrawalActions } from "./bulk-withdrawals.ts";
import { withdrawalTypeLabels, withdrawalStatusLabels } from "./labels.ts";
import type { WithdrawalStep } from "./payout-steps.ts";
import { withdrawalColumns } from "./withdrawal-columns.tsx";
import { WithdrawalDialog } from "./withdrawal-dialog.tsx";
import * as texts from "../../../messages/admin-withdrawals.ts";

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
    choices: toChoices(withdrawalTypes, withdrawalTypeLabels),
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
  what: texts.theWithdrawals,
  empty: texts.listEmpty,
  usePage: useWithdrawals,
  filters,
  sorts: withdrawalSorts,
  orders: requestOrders,
  csvPath: exportWithdrawals.path,
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

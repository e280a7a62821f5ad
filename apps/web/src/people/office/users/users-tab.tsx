import { exportUsers, kycStatuses, userSorts, type AdminUser } from "@wazi/contracts";
import { getKycState, kycLabels } from "../../../office/person/kyc-labels.ts";
import { toChoices, type RecordFilter } from "../../../office/records/filter-definitions.tsx";
import { RecordScreen, type RecordScreenDefinition } from "../../../office/records/record-screen.tsx";
import { useUsers } from "./api.ts";
import { UserActionDialog, type UserAction } from "./user-action-dialog.tsx";
import { userColumns } from "./user-columns.tsx";
import * as texts from "../../../messages/admin-users.ts";

const filters: readonly RecordFilter[] = [
  { kind: "search", label: texts.searchUsers, placeholder: texts.searchPlaceholder },
  {
    kind: "choice",
    name: "status",
    label: texts.status,
    any: texts.anyStatus,
    choices: [
      { value: "active", label: texts.active },
      { value: "deactivated", label: texts.deactivated },
    ],
  },
  {
    kind: "choice",
    name: "kycStatus",
    label: texts.kyc,
    any: texts.filterAnyKyc,
    // The server uses one status for both.
    choices: toChoices(kycStatuses, { ...kycLabels, pending: texts.filterKycPending }),
  },
];

const screen: RecordScreenDefinition<AdminUser, UserAction> = {
  label: texts.users,
  what: texts.theUsers,
  empty: texts.listEmpty,
  usePage: useUsers,
  filters,
  // Newest first by default.
  sorts: ["-createdAt", ...userSorts.filter((sort) => sort !== "-createdAt")],
  orders: [
    { value: "-createdAt", label: texts.newestFirst },
    { value: "createdAt", label: texts.oldestFirst },
    { value: "name", label: texts.orderNameAscending },
    { value: "-name", label: texts.orderNameDescending },
    { value: "-balance", label: texts.orderBalanceDescending },
    { value: "balance", label: texts.orderBalanceAscending },
    { value: "-totalInvested", label: texts.orderInvestedDescending },
    { value: "totalInvested", label: texts.orderInvestedAscending },
    { value: "-lastLoginAt", label: texts.orderSignInDescending },
    { value: "lastLoginAt", label: texts.orderSignInAscending },
  ],
  csvPath: exportUsers.path,
  columns: userColumns,
  // Running profit changes with every price, so it does not highlight a row.
  getChangeKey: (user) =>
    [
      user.firstName,
      user.lastName,
      getKycState(user),
      user.isActive,
      user.account.balance,
      user.account.totalInvested,
    ].join(" "),
  opens: ({ id }) => `/admin/users/${id}`,
  Dialog: UserActionDialog,
};

export function UsersTab() {
  return <RecordScreen screen={screen} />;
}

import { type AdminUser, exportUsers, kycStatuses, userSorts } from "@wazi/contracts";
import { getKycState, kycLabels } from "../../../office/person/kyc-labels.ts";
import { type RecordFilter, toChoices } from "../../../office/records/filter-definitions.tsx";
import { RecordScreen, type RecordScreenDefinition } from "../../../office/records/record-screen.tsx";
import { useUsers } from "./api.ts";
import { type UserAction, UserActionDialog } from "./user-action-dialog.tsx";
import * as texts from "../../../messages/admin-users.ts";
import { toCents } from "../../../lib/cents.ts";
import { formatDay } from "../../../lib/format-date.ts";
import { Money } from "../../../ui/money.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { useMissingRightText } from "../../../office/access/admin-access.ts";
import { Age, formatUtc } from "../../../office/display/age.tsx";
import { formatNameAndEmail, KycTag, PersonCell } from "../../../office/person/person.tsx";
import type { RecordColumn } from "../../../office/records/record-columns.ts";
import { RowButton } from "../../../office/records/row-button.tsx";
import { RowMenu } from "../../../office/records/row-menu.tsx";
import { figureLabels } from "./labels.ts";

const filters: readonly RecordFilter[] = [
  {
    kind: "search",
    label: texts.searchUsers,
    placeholder: texts.searchPlaceholder,
  },
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
    choices: toChoices(kycStatuses, {
      ...kycLabels,
      pending: texts.filterKycPending,
    }),
  },
];

const screen: RecordScreenDefinition<AdminUser, UserAction> = {
  label: texts.users,
  failedTitle: texts.usersFailedTitle,
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
  csv: { path: exportUsers.path, label: texts.csvLabel },
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

type Open = (action: UserAction, user: AdminUser) => void;

function userColumns(open: Open): readonly RecordColumn<AdminUser>[] {
  return [
    {
      id: "name",
      heading: texts.columnUser,
      cardSlot: "title",
      sort: { up: "name", down: "-name" },
      cell: (user) => <PersonCell userId={user.id} user={user} beside={user.isActive ? null : <StateBesideName />} />,
    },
    {
      id: "country",
      heading: texts.country,
      width: "md:w-32",
      minScreen: "xl",
      cell: ({ country }) => country,
    },
    {
      id: "createdAt",
      heading: texts.joined,
      width: "md:w-28",
      minScreen: "xl",
      sort: { up: "createdAt", down: "-createdAt" },
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={formatUtc(createdAt)} className="figure">
          {formatDay(createdAt)}
        </time>
      ),
    },
    {
      id: "balance",
      heading: figureLabels.balance,
      cardSlot: "figure",
      align: "right",
      width: "md:w-32",
      sort: { up: "balance", down: "-balance" },
      cell: ({ account }) => <Money value={account.balance} className="font-semibold" />,
    },
    {
      id: "invested",
      heading: figureLabels.totalInvested,
      isEmpty: ({ account }) => toCents(account.totalInvested) === 0n,
      align: "right",
      width: "md:w-32",
      minScreen: "lg",
      sort: { up: "totalInvested", down: "-totalInvested" },
      cell: ({ account }) => <Money value={account.totalInvested} />,
    },
    {
      id: "profit",
      heading: figureLabels.totalProfit,
      isEmpty: ({ account }) => toCents(account.totalProfit) === 0n,
      align: "right",
      width: "md:w-32",
      minScreen: "xl",
      cell: ({ account }) => <Money value={account.totalProfit} change />,
    },
    {
      id: "kyc",
      heading: "KYC",
      width: "md:w-32",
      cell: (user) => <KycTag state={getKycState(user)} />,
    },
    {
      id: "state",
      heading: texts.status,
      isEmpty: ({ isActive }) => isActive,
      width: "md:w-28",
      minScreen: "lg",
      cell: ({ isActive }) => (isActive ? texts.active : <Tag look="loss">{texts.deactivated}</Tag>),
    },
    {
      id: "lastLoginAt",
      heading: texts.columnLastSignIn,
      width: "md:w-32",
      minScreen: "2xl",
      sort: { up: "lastLoginAt", down: "-lastLoginAt" },
      cell: ({ lastLoginAt }) =>
        lastLoginAt === null ? <span className="text-muted">{texts.never}</span> : <Age at={lastLoginAt} />,
    },
    {
      id: "actions",
      heading: texts.actions,
      cardSlot: "actions",
      align: "right",
      width: "md:w-28",
      cell: (user) => <Actions user={user} open={open} />,
    },
  ];
}

/** Shown where the status column does not fit. */
function StateBesideName() {
  return (
    <span className="ml-2 hidden md:max-lg:inline">
      <Tag look="loss">{texts.deactivated}</Tag>
    </span>
  );
}

/** Only active users can be deactivated. */
function Actions({ user, open }: { user: AdminUser; open: Open }) {
  const refusal = useMissingRightText("manage");
  const name = formatNameAndEmail(user);
  const isActive = user.isActive;
  return (
    <span className="inline-flex items-center gap-2">
      <RowButton
        label={texts.edit}
        spoken={texts.editSpoken({ name })}
        right="money"
        onClick={() => open("edit", user)}
      />
      <RowMenu
        label={texts.actionsMoreLabel({ name })}
        items={[
          {
            label: texts.kycDialogTitle,
            onChoose: () => open("kyc", user),
            refusal,
          },
          isActive
            ? {
                label: texts.deactivate,
                onChoose: () => open("deactivate", user),
                refusal,
              }
            : {
                label: texts.activate,
                onChoose: () => open("activate", user),
                refusal,
              },
          {
            label: texts.deleteLabel,
            isDanger: true,
            onChoose: () => open("delete", user),
            refusal,
          },
        ]}
      />
    </span>
  );
}

import {
  type AdminDeposit,
  type AdminUserDetail,
  type AdminVerification,
  type AdminWithdrawal,
  depositStatuses,
  withdrawalStatuses,
} from "@wazi/contracts";
import { type ReactNode, useRef } from "react";
import { Tabs } from "../../../ui/tabs.tsx";
import { RecordScreen, type RecordScreenDefinition } from "../../../office/records/record-screen.tsx";
import { UserMovements } from "./user-movements.tsx";
import { UserSessionList } from "./user-session-list.tsx";
import { readChoice, useAddressChoice } from "../../../lib/address-search.ts";
import * as texts from "../../../messages/admin-user-page.ts";
import { AuditActionChoice, AuditSearch } from "../../../office/audit/audit-filters.tsx";
import { AuditList } from "../../../office/audit/audit-list.tsx";
import { useDeposits } from "../../../deposits/office/api.ts";
import { depositColumns } from "../../../deposits/office/deposit-columns.tsx";
import { DepositDialog, type DepositStep } from "../../../deposits/office/deposit-dialog.tsx";
import { depositStatusLabels } from "../../../deposits/office/labels.ts";
import { toChoices } from "../../../office/records/filter-definitions.tsx";
import { type RecordRules, useRecordAddress } from "../../../office/records/record-address.ts";
import type { RecordColumn } from "../../../office/records/record-columns.ts";
import { type Choice, RecordDateRange } from "../../../office/records/record-filters.tsx";
import { requestOrders } from "../../../office/records/request-columns.tsx";
import { useVerifications } from "../verifications/api.ts";
import { ReviewDialog } from "../verifications/review-dialog.tsx";
import { verificationColumns } from "../verifications/verification-columns.tsx";
import { useWithdrawals } from "../../../withdrawals/office/requests/api.ts";
import { withdrawalStatusLabels } from "../../../withdrawals/office/requests/withdrawal-columns.tsx";
import type { WithdrawalStep } from "../../../withdrawals/office/requests/payout-steps.ts";
import { withdrawalColumns } from "../../../withdrawals/office/requests/withdrawal-columns.tsx";
import { WithdrawalDialog } from "../../../withdrawals/office/requests/withdrawal-dialog.tsx";

/** The lists of a user's page, as named in the address. The first is the default. */
export const userSections = ["movements", "deposits", "withdrawals", "verifications", "audit", "sessions"] as const;
export type UserSection = (typeof userSections)[number];

const sectionLabels: Readonly<Record<UserSection, string>> = {
  movements: texts.movements,
  deposits: texts.deposits,
  withdrawals: texts.withdrawals,
  verifications: texts.verifications,
  audit: texts.audit,
  sessions: texts.sessions,
};

/** The list that an address names, or the default. */
export function readSection(search: string): UserSection {
  return readChoice(search, "section", userSections);
}

/** The query string of a section. It drops the page and filters of another list. */
export function toSectionSearch(section: UserSection): string {
  return `?section=${section}`;
}

/** The selected list. Choosing another one adds a history entry. */
function useUserSection(): [UserSection, (section: UserSection) => void] {
  return useAddressChoice("section", userSections);
}

/** The orders of one user's requests, newest first by default. */
const ownSorts = ["-createdAt", "createdAt", "-amount", "amount", "waiting"] as const;

type Columns<Row, Step extends string> = RecordScreenDefinition<Row & { id: string }, Step>["columns"];

/** The columns without the owner, starting with the time, as all rows belong to one user. */
function withoutOwner<Row, Step extends string>(columns: Columns<Row, Step>): Columns<Row, Step> {
  return (open) => {
    const all = columns(open);
    const time = all.find(({ id }) => id === "createdAt");
    const others: readonly RecordColumn<Row & { id: string }>[] = all.filter(
      ({ id }) => id !== "user" && id !== "createdAt",
    );
    return time === undefined ? others : [{ ...time, cardSlot: "title" }, ...others];
  };
}

const statusFilter = (choices: readonly Choice[]) =>
  ({
    kind: "choice",
    name: "status",
    label: texts.status,
    any: texts.anyStatus,
    choices,
  }) as const;

/** One user's deposits, with the same actions as in the full list. */
const userDeposits: RecordScreenDefinition<AdminDeposit, DepositStep> = {
  label: texts.deposits,
  failedTitle: texts.depositsFailedTitle,
  empty: texts.depositsEmpty,
  usePage: useDeposits,
  filters: [statusFilter(toChoices(depositStatuses, depositStatusLabels))],
  sorts: ownSorts,
  orders: requestOrders,
  columns: withoutOwner(depositColumns),
  opens: "details",
  Dialog: DepositDialog,
};

/** One user's withdrawals, with the same actions as in the full list. */
const userWithdrawals: RecordScreenDefinition<AdminWithdrawal, WithdrawalStep> = {
  label: texts.withdrawals,
  failedTitle: texts.withdrawalsFailedTitle,
  empty: texts.withdrawalsEmpty,
  usePage: useWithdrawals,
  filters: [statusFilter(toChoices(withdrawalStatuses, withdrawalStatusLabels))],
  sorts: ownSorts,
  orders: requestOrders,
  columns: withoutOwner(withdrawalColumns),
  opens: "details",
  Dialog: WithdrawalDialog,
};

/** The documents of one user and their outcomes. */
const userVerifications: RecordScreenDefinition<AdminVerification, "review"> = {
  label: texts.verifications,
  failedTitle: texts.verificationsFailedTitle,
  empty: texts.verificationsEmpty,
  caption: texts.verificationsCaption,
  usePage: useVerifications,
  filters: [],
  sorts: ["-createdAt", "createdAt", "waiting"],
  columns: withoutOwner(verificationColumns),
  opens: "review",
  Dialog: ReviewDialog,
};

const auditRules: RecordRules = {
  filters: { search: "text", action: "text", from: "day", to: "day" },
};

/** Actions by or about the user. */
function UserAudit({ userId }: { userId: string }) {
  const search = useRef<HTMLInputElement>(null);
  const address = useRecordAddress(auditRules);
  return (
    <AuditList
      address={address}
      userId={userId}
      empty={texts.auditEmpty}
      search={search}
      filters={
        <>
          <AuditSearch address={address} ref={search} />
          <AuditActionChoice address={address} />
          <RecordDateRange address={address} />
        </>
      }
    />
  );
}

/** The lists of a user's page, as tabs. */
export function UserSections({ detail, onDone }: { detail: AdminUserDetail; onDone: () => void }) {
  const [section, setSection] = useUserSection();
  const { user, pending } = detail;
  const contents: Readonly<Record<UserSection, ReactNode>> = {
    movements: <UserMovements userId={user.id} />,
    deposits: <RecordScreen screen={userDeposits} userId={user.id} onDialogClose={onDone} />,
    withdrawals: <RecordScreen screen={userWithdrawals} userId={user.id} onDialogClose={onDone} />,
    verifications: <RecordScreen screen={userVerifications} userId={user.id} onDialogClose={onDone} />,
    audit: <UserAudit userId={user.id} />,
    sessions: <UserSessionList user={user} />,
  };
  const waiting: Readonly<Partial<Record<UserSection, number>>> = pending;
  return (
    <section
      aria-label={texts.userRecords}
      className="min-w-0 overflow-clip rounded-md border border-line bg-surface px-4 sm:px-6"
    >
      <Tabs
        label={texts.userRecords}
        value={section}
        onChange={setSection}
        isHeavy
        tabs={userSections.map((each) => ({
          value: each,
          label: sectionLabels[each],
          waiting: waiting[each] ?? 0,
          content: contents[each],
        }))}
      />
    </section>
  );
}

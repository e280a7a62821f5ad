import {
  depositStatuses,
  withdrawalStatuses,
  type AdminDeposit,
  type AdminVerification,
  type AdminWithdrawal,
} from "@wazi/contracts";
import { useRef } from "react";
import { AuditActionChoice, AuditSearch } from "../../../office/audit/audit-filters.tsx";
import { AuditList } from "../../../office/audit/audit-list.tsx";
import { useDeposits } from "../../../deposits/office/api.ts";
import { depositColumns } from "../../../deposits/office/deposit-columns.tsx";
import { DepositDialog, type DepositStep } from "../../../deposits/office/deposit-dialog.tsx";
import { depositStatusLabels } from "../../../deposits/office/labels.ts";
import { toChoices } from "../../../office/records/filter-definitions.tsx";
import type { RecordRules } from "../../../office/records/record-address.ts";
import type { RecordColumn } from "../../../office/records/record-columns.ts";
import { RecordDateRange, type Choice } from "../../../office/records/record-filters.tsx";
import type { RecordScreenDefinition } from "../../../office/records/record-screen.tsx";
import { requestOrders } from "../../../office/records/request-columns.tsx";
import { useRecordAddress } from "../../../office/records/use-record-address.ts";
import { useVerifications } from "../verifications/api.ts";
import { ReviewDialog } from "../verifications/review-dialog.tsx";
import { verificationColumns } from "../verifications/verification-columns.tsx";
import { useWithdrawals } from "../../../withdrawals/office/requests/api.ts";
import { withdrawalStatusLabels } from "../../../withdrawals/office/requests/labels.ts";
import type { WithdrawalStep } from "../../../withdrawals/office/requests/payout-steps.ts";
import { withdrawalColumns } from "../../../withdrawals/office/requests/withdrawal-columns.tsx";
import { WithdrawalDialog } from "../../../withdrawals/office/requests/withdrawal-dialog.tsx";
import * as texts from "../../../messages/admin-user-page.ts";

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
  ({ kind: "choice", name: "status", label: texts.status, any: texts.anyStatus, choices }) as const;

/** One user's deposits, with the same actions as in the full list. */
export const userDeposits: RecordScreenDefinition<AdminDeposit, DepositStep> = {
  label: texts.deposits,
  what: texts.theDeposits,
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
export const userWithdrawals: RecordScreenDefinition<AdminWithdrawal, WithdrawalStep> = {
  label: texts.withdrawals,
  what: texts.theWithdrawals,
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
export const userVerifications: RecordScreenDefinition<AdminVerification, "review"> = {
  label: texts.verifications,
  what: texts.theVerifications,
  empty: texts.verificationsEmpty,
  caption: texts.verificationsCaption,
  usePage: useVerifications,
  filters: [],
  sorts: ["-createdAt", "createdAt", "waiting"],
  columns: withoutOwner(verificationColumns),
  opens: "review",
  Dialog: ReviewDialog,
};

const auditRules: RecordRules = { filters: { search: "text", action: "text", from: "day", to: "day" } };

/** Actions by or about the user. */
export function UserAudit({ userId }: { userId: string }) {
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

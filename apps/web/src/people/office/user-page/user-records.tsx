import {
  depositStatuses,
  withdrawalStatuses,
  type AdminDeposit,
  type AdminVerification,
  type AdminWithdrawal,
} from "@wazi/contracts";
import { useMemo, useRef, useState } from "react";
import { useAdmin } from "../../../office/access/admin-access.ts";
import { AuditActionChoice, AuditSearch } from "../../../office/audit/audit-filters.tsx";
import { AuditList } from "../../../office/audit/audit-list.tsx";
import { useDeposits } from "../../../deposits/office/api.ts";
import { depositColumns } from "../../../deposits/office/deposit-columns.tsx";
import { DepositDialog, type DepositStep } from "../../../deposits/office/deposit-dialog.tsx";
import { depositStatusLabels } from "../../../deposits/office/labels.ts";
import type { RecordRules } from "../../../office/records/record-address.ts";
import type { RecordColumn } from "../../../office/records/record-columns.ts";
import { RecordChoice, RecordDateRange } from "../../../office/records/record-filters.tsx";
import { RecordList } from "../../../office/records/record-list.tsx";
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
const ownOrders = requestOrders.filter(({ value }) => ownSorts.some((sort) => sort === value));

/** The columns without the owner, starting with the time, as all rows belong to one user. */
function withoutOwner<Row>(columns: readonly RecordColumn<Row>[]): readonly RecordColumn<Row>[] {
  const others = columns.filter(({ id }) => id !== "user" && id !== "createdAt");
  return [
    ...columns.flatMap((column) => (column.id === "createdAt" ? [{ ...column, cardSlot: "title" as const }] : [])),
    ...others,
  ];
}

const depositRules = { filters: { status: depositStatuses }, sorts: ownSorts } as const;

/** One user's deposits, with the same actions as in the full list. */
export function UserDeposits({ userId, onDone }: { userId: string; onDone: () => void }) {
  const [open, setOpen] = useState<{ step: DepositStep; deposit: AdminDeposit } | null>(null);
  const address = useRecordAddress(depositRules);
  const query = useDeposits({ ...address.pageQuery, user: userId });
  const columns = useMemo(() => withoutOwner(depositColumns((step, deposit) => setOpen({ step, deposit }))), []);
  return (
    <>
      <RecordList
        label={texts.deposits}
        what={texts.theDeposits}
        empty={texts.noDepositsYet}
        query={query}
        address={address}
        columns={columns}
        orders={ownOrders}
        filters={
          <RecordChoice
            address={address}
            name="status"
            label={texts.status}
            any={texts.anyStatus}
            choices={depositStatuses.map((value) => ({ value, label: depositStatusLabels[value] }))}
          />
        }
        onOpen={(deposit) => setOpen({ step: "details", deposit })}
      />
      {open === null ? null : (
        <DepositDialog
          key={open.deposit.id}
          deposit={open.deposit}
          step={open.step}
          onClose={() => {
            setOpen(null);
            onDone();
          }}
        />
      )}
    </>
  );
}

const withdrawalRules = { filters: { status: withdrawalStatuses }, sorts: ownSorts } as const;

/** One user's withdrawals, with the same actions as in the full list. */
export function UserWithdrawals({ userId, onDone }: { userId: string; onDone: () => void }) {
  const [open, setOpen] = useState<{ step: WithdrawalStep; withdrawal: AdminWithdrawal } | null>(null);
  const { id: adminId } = useAdmin();
  const address = useRecordAddress(withdrawalRules);
  const query = useWithdrawals({ ...address.pageQuery, user: userId });
  const columns = useMemo(
    () => withoutOwner(withdrawalColumns(adminId, (step, withdrawal) => setOpen({ step, withdrawal }))),
    [adminId],
  );
  return (
    <>
      <RecordList
        label={texts.withdrawals}
        what={texts.theWithdrawals}
        empty={texts.noWithdrawalsYet}
        query={query}
        address={address}
        columns={columns}
        orders={ownOrders}
        filters={
          <RecordChoice
            address={address}
            name="status"
            label={texts.status}
            any={texts.anyStatus}
            choices={withdrawalStatuses.map((value) => ({ value, label: withdrawalStatusLabels[value] }))}
          />
        }
        onOpen={(withdrawal) => setOpen({ step: "details", withdrawal })}
      />
      {open === null ? null : (
        <WithdrawalDialog
          key={open.withdrawal.id}
          withdrawal={open.withdrawal}
          step={open.step}
          onClose={() => {
            setOpen(null);
            onDone();
          }}
        />
      )}
    </>
  );
}

const verificationRules = { filters: {}, sorts: ["-createdAt", "createdAt", "waiting"] } as const;

/** The documents of one user and their outcomes. */
export function UserVerifications({ userId, onDone }: { userId: string; onDone: () => void }) {
  const [open, setOpen] = useState<AdminVerification | null>(null);
  const address = useRecordAddress(verificationRules);
  const query = useVerifications({ ...address.pageQuery, user: userId });
  const columns = useMemo(() => withoutOwner(verificationColumns(setOpen)), []);
  return (
    <>
      <RecordList
        label={texts.verifications}
        what={texts.theVerifications}
        empty={texts.noDocumentsSubmittedYet}
        query={query}
        address={address}
        columns={columns}
        caption={texts.allSubmittedDocuments}
        onOpen={setOpen}
      />
      {open === null ? null : (
        <ReviewDialog
          verification={open}
          onClose={() => {
            setOpen(null);
            onDone();
          }}
        />
      )}
    </>
  );
}

const auditRules: RecordRules = { filters: { search: "text", action: "text", from: "day", to: "day" } };

/** Actions by or about the user. */
export function UserAudit({ userId }: { userId: string }) {
  const search = useRef<HTMLInputElement>(null);
  const address = useRecordAddress(auditRules);
  return (
    <AuditList
      address={address}
      userId={userId}
      empty={texts.noEventsForThisUser}
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

import {
  exportWithdrawals,
  withdrawalSorts,
  withdrawalStatuses,
  withdrawalTypes,
  type AdminWithdrawal,
} from "@wazi/contracts";
import { useMemo, useRef, useState } from "react";
import { useAdmin } from "../access/admin-access.ts";
import { RecordChoice, RecordDateRange, RecordSearch } from "../records/record-filters.tsx";
import { RecordList } from "../records/record-list.tsx";
import { requestOrders } from "../records/request-columns.tsx";
import { useRecordAddress } from "../records/use-record-address.ts";
import { useWithdrawals } from "./api.ts";
import { withdrawalTypeLabels, withdrawalStatusLabels } from "./labels.ts";
import type { WithdrawalStep } from "./payout-steps.ts";
import { withdrawalColumns } from "./withdrawal-columns.tsx";
import { WithdrawalDialog } from "./withdrawal-dialog.tsx";

const rules = {
  filters: {
    search: "text",
    status: withdrawalStatuses,
    withdrawalType: withdrawalTypes,
    hidden: ["only"],
    from: "day",
    to: "day",
  },
  sorts: withdrawalSorts,
} as const;

const getChangeKey = ({ status, confirmation, destination, hold, hiddenAt }: AdminWithdrawal): string =>
  `${status} ${confirmation?.confirmedAt ?? ""} ${destination} ${hold?.endsAt ?? ""} ${hiddenAt ?? ""}`;

export function WithdrawalsTab() {
  const search = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<{ step: WithdrawalStep; withdrawal: AdminWithdrawal } | null>(null);
  const { id: adminId } = useAdmin();
  const address = useRecordAddress(rules);
  const query = useWithdrawals(address.pageQuery);
  const columns = useMemo(
    () => withdrawalColumns(adminId, (step, withdrawal) => setOpen({ step, withdrawal })),
    [adminId],
  );
  return (
    <>
      <RecordList
        label="Withdrawals"
        what="the withdrawals"
        empty="No withdrawals yet. New withdrawals appear here automatically."
        query={query}
        address={address}
        columns={columns}
        orders={requestOrders}
        csvPath={exportWithdrawals.path}
        getChangeKey={getChangeKey}
        search={search}
        onOpen={(withdrawal) => setOpen({ step: "details", withdrawal })}
        filters={
          <>
            <RecordSearch
              ref={search}
              address={address}
              label="Search withdrawals"
              placeholder="Name, email, destination, hash or ID"
            />
            <RecordChoice
              address={address}
              name="status"
              label="Status"
              any="Any status"
              choices={withdrawalStatuses.map((value) => ({ value, label: withdrawalStatusLabels[value] }))}
            />
            <RecordChoice
              address={address}
              name="withdrawalType"
              label="Type"
              any="Any type"
              choices={withdrawalTypes.map((value) => ({ value, label: withdrawalTypeLabels[value] }))}
            />
            <RecordChoice
              address={address}
              name="hidden"
              label="Hidden"
              any="Not by you"
              choices={[{ value: "only", label: "Hidden only" }]}
            />
            <RecordDateRange address={address} />
          </>
        }
      />
      {open === null ? null : (
        <WithdrawalDialog
          key={open.withdrawal.id}
          withdrawal={open.withdrawal}
          step={open.step}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

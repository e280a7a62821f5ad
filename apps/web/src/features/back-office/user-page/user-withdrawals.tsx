import { withdrawalStatuses, type AdminWithdrawal } from "@wazi/contracts";
import { useMemo, useState } from "react";
import { useAdmin } from "../admin-rights.ts";
import { RecordChoice } from "../records/record-filters.tsx";
import { RecordList } from "../records/record-list.tsx";
import { useRecordAddress } from "../records/use-record-address.ts";
import { useAllWithdrawals } from "../withdrawals/all-withdrawals.ts";
import { withdrawalColumns } from "../withdrawals/withdrawal-columns.tsx";
import { WithdrawalDialog } from "../withdrawals/withdrawal-dialog.tsx";
import type { WithdrawalStep } from "../withdrawals/withdrawal-steps.ts";
import { withdrawalWords } from "../withdrawals/withdrawal-words.ts";
import { ownOrders, ownSorts, withoutOwner } from "./own-records.ts";

const rules = { filters: { status: withdrawalStatuses }, sorts: ownSorts } as const;

/** One user's withdrawals, with what can be done with each as in the list of all. */
export function UserWithdrawals({ userId, onDone }: { userId: string; onDone: () => void }) {
  const [open, setOpen] = useState<{ step: WithdrawalStep; withdrawal: AdminWithdrawal } | null>(null);
  const { id: adminId } = useAdmin();
  const address = useRecordAddress(rules);
  const query = useAllWithdrawals({ ...address.pageQuery, user: userId });
  const columns = useMemo(
    () => withoutOwner(withdrawalColumns(adminId, (step, withdrawal) => setOpen({ step, withdrawal }))),
    [adminId],
  );
  return (
    <>
      <RecordList
        label="Withdrawals"
        what="the withdrawals"
        empty="They have asked for no withdrawal yet."
        query={query}
        address={address}
        columns={columns}
        orders={ownOrders}
        filters={
          <RecordChoice
            address={address}
            name="status"
            label="Status"
            any="Any status"
            choices={withdrawalStatuses.map((value) => ({ value, label: withdrawalWords[value] }))}
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

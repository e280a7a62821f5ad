import { depositStatuses, type AdminDeposit } from "@wazi/contracts";
import { useMemo, useState } from "react";
import { useAllDeposits } from "../deposits/all-deposits.ts";
import { depositColumns } from "../deposits/deposit-columns.tsx";
import { DepositDialog, type DepositStep } from "../deposits/deposit-dialog.tsx";
import { depositWords } from "../deposits/deposit-words.ts";
import { RecordChoice } from "../records/record-filters.tsx";
import { RecordList } from "../records/record-list.tsx";
import { useRecordAddress } from "../records/use-record-address.ts";
import { ownOrders, ownSorts, withoutOwner } from "./own-records.ts";

const rules = { filters: { status: depositStatuses }, sorts: ownSorts } as const;

/** One user's deposits, with what can be done with each as in the list of all. */
export function UserDeposits({ userId, onDone }: { userId: string; onDone: () => void }) {
  const [open, setOpen] = useState<{ step: DepositStep; deposit: AdminDeposit } | null>(null);
  const address = useRecordAddress(rules);
  const query = useAllDeposits({ ...address.pageQuery, user: userId });
  const columns = useMemo(() => withoutOwner(depositColumns((step, deposit) => setOpen({ step, deposit }))), []);
  return (
    <>
      <RecordList
        label="Deposits"
        what="the deposits"
        empty="They have asked for no deposit yet."
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
            choices={depositStatuses.map((value) => ({ value, label: depositWords[value] }))}
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

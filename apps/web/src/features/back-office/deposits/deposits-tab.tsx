import { depositCurrencies, depositSorts, depositStatuses, exportDeposits, type AdminDeposit } from "@wazi/contracts";
import { useMemo, useRef, useState } from "react";
import { RecordChoice, RecordDateRange, RecordSearch } from "../records/record-filters.tsx";
import { RecordList } from "../records/record-list.tsx";
import { requestOrders } from "../records/request-columns.tsx";
import { useRecordAddress } from "../records/use-record-address.ts";
import { useDeposits } from "./api.ts";
import { depositColumns } from "./deposit-columns.tsx";
import { DepositDialog, type DepositStep } from "./deposit-dialog.tsx";
import { depositStatusLabels } from "./labels.ts";

const rules = {
  filters: { search: "text", status: depositStatuses, currency: depositCurrencies, from: "day", to: "day" },
  sorts: depositSorts,
} as const;

const getChangeKey = ({ status, receivedAmount }: AdminDeposit): string => `${status} ${receivedAmount ?? ""}`;

export function DepositsTab() {
  const search = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<{ step: DepositStep; deposit: AdminDeposit } | null>(null);
  const address = useRecordAddress(rules);
  const query = useDeposits(address.pageQuery);
  const columns = useMemo(() => depositColumns((step, deposit) => setOpen({ step, deposit })), []);
  return (
    <>
      <RecordList
        label="Deposits"
        what="the deposits"
        empty="No deposits yet. New deposits appear here automatically."
        query={query}
        address={address}
        columns={columns}
        orders={requestOrders}
        csvPath={exportDeposits.path}
        getChangeKey={getChangeKey}
        search={search}
        onOpen={(deposit) => setOpen({ step: "details", deposit })}
        filters={
          <>
            <RecordSearch
              ref={search}
              address={address}
              label="Search deposits"
              placeholder="Name, email, address, hash or ID"
            />
            <RecordChoice
              address={address}
              name="status"
              label="Status"
              any="Any status"
              choices={depositStatuses.map((value) => ({ value, label: depositStatusLabels[value] }))}
            />
            <RecordChoice
              address={address}
              name="currency"
              label="Currency"
              any="Any currency"
              choices={depositCurrencies.map((value) => ({ value, label: value }))}
            />
            <RecordDateRange address={address} />
          </>
        }
      />
      {open === null ? null : (
        <DepositDialog key={open.deposit.id} deposit={open.deposit} step={open.step} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

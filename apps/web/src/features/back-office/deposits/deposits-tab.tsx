import { depositCurrencies, depositSorts, depositStatuses, exportDeposits, type AdminDeposit } from "@wazi/contracts";
import { useMemo, useRef, useState } from "react";
import { RecordChoice, RecordDays, RecordSearch } from "../records/record-filters.tsx";
import { RecordList } from "../records/record-list.tsx";
import { requestOrders } from "../records/request-columns.tsx";
import { useRecordAddress } from "../records/use-record-address.ts";
import { useAllDeposits } from "./api.ts";
import { depositColumns } from "./deposit-columns.tsx";
import { DepositDialog, type DepositStep } from "./deposit-dialog.tsx";
import { depositWords } from "./labels.ts";

const rules = {
  filters: { search: "text", status: depositStatuses, currency: depositCurrencies, from: "day", to: "day" },
  sorts: depositSorts,
} as const;

const markOf = ({ status, receivedAmount }: AdminDeposit): string => `${status} ${receivedAmount ?? ""}`;

export function DepositsTab() {
  const search = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<{ step: DepositStep; deposit: AdminDeposit } | null>(null);
  const address = useRecordAddress(rules);
  const query = useAllDeposits(address.pageQuery);
  const columns = useMemo(() => depositColumns((step, deposit) => setOpen({ step, deposit })), []);
  return (
    <>
      <RecordList
        label="Deposits"
        what="the deposits"
        empty="No deposits yet. A new one appears here by itself."
        query={query}
        address={address}
        columns={columns}
        orders={requestOrders}
        csvPath={exportDeposits.path}
        markOf={markOf}
        search={search}
        onOpen={(deposit) => setOpen({ step: "details", deposit })}
        filters={
          <>
            <RecordSearch
              ref={search}
              address={address}
              label="Search deposits"
              placeholder="Name, email, address, hash or id"
            />
            <RecordChoice
              address={address}
              name="status"
              label="Status"
              any="Any status"
              choices={depositStatuses.map((value) => ({ value, label: depositWords[value] }))}
            />
            <RecordChoice
              address={address}
              name="currency"
              label="Currency"
              any="Any currency"
              choices={depositCurrencies.map((value) => ({ value, label: value }))}
            />
            <RecordDays address={address} />
          </>
        }
      />
      {open === null ? null : (
        <DepositDialog key={open.deposit.id} deposit={open.deposit} step={open.step} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

import { depositCurrencies, depositSorts, depositStatuses, exportDeposits, type AdminDeposit } from "@wazi/contracts";
import { useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useMayDo } from "../admin-rights.ts";
import { RecordChoice, RecordDays, RecordSearch } from "../records/record-filters.tsx";
import { RecordList } from "../records/record-list.tsx";
import { requestOrders } from "../records/request-orders.ts";
import { useRecordAddress } from "../records/use-record-address.ts";
import { useAllDeposits } from "./all-deposits.ts";
import { ApproveDepositDialog } from "./approve-deposit-dialog.tsx";
import { depositColumns, type DepositAction } from "./deposit-columns.tsx";
import { depositWords } from "./deposit-words.ts";
import { RejectDepositDialog } from "./reject-deposit-dialog.tsx";

const rules = {
  filters: { search: "text", status: depositStatuses, currency: depositCurrencies, from: "day", to: "day" },
  sorts: depositSorts,
} as const;

const markOf = ({ status, receivedAmount }: AdminDeposit): string => `${status} ${receivedAmount ?? ""}`;

export function DepositsTab() {
  const search = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<{ action: DepositAction; deposit: AdminDeposit } | null>(null);
  const [, navigate] = useLocation();
  const mayMoveMoney = useMayDo("money");
  const address = useRecordAddress(rules);
  const query = useAllDeposits(address.pageQuery);
  const columns = useMemo(() => depositColumns((action, deposit) => setOpen({ action, deposit })), []);
  const close = () => setOpen(null);
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
        onOpen={(deposit) => {
          if (deposit.status === "pending" && mayMoveMoney) setOpen({ action: "approve", deposit });
          else navigate(`/admin/users/${deposit.userId}?section=deposits`);
        }}
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
      {open?.action === "approve" ? <ApproveDepositDialog deposit={open.deposit} onClose={close} /> : null}
      {open?.action === "reject" ? <RejectDepositDialog deposit={open.deposit} onClose={close} /> : null}
    </>
  );
}

import { depositCurrencies, depositSorts, depositStatuses, exportDeposits, type AdminDeposit } from "@wazi/contracts";
import { useMemo, useRef, useState } from "react";
import { useAdmin, useHasRight } from "../../office/access/admin-access.ts";
import { BulkBar } from "../../office/records/bulk-bar.tsx";
import { selectColumn, SelectionContext, useSelection } from "../../office/records/selection.tsx";
import { RecordChoice, RecordDateRange, RecordSearch } from "../../office/records/record-filters.tsx";
import { RecordList } from "../../office/records/record-list.tsx";
import { requestOrders } from "../../office/records/request-columns.tsx";
import { useRecordAddress } from "../../office/records/use-record-address.ts";
import { useDeposits, useSettleDeposit } from "./api.ts";
import { listDepositActions } from "./bulk-deposits.ts";
import { depositColumns } from "./deposit-columns.tsx";
import { DepositDialog, type DepositStep } from "./deposit-dialog.tsx";
import { depositStatusLabels } from "./labels.ts";
import { PaymentReviews } from "./payment-reviews.tsx";
import * as texts from "../../messages/admin-deposits.ts";

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
  const { id: adminId } = useAdmin();
  const mayDecide = useHasRight("money");
  const settle = useSettleDeposit();
  const selection = useSelection();
  const columns = useMemo(
    () => [
      ...(mayDecide ? [selectColumn<AdminDeposit>("deposit")] : []),
      ...depositColumns((step, deposit) => setOpen({ step, deposit })),
    ],
    [mayDecide],
  );
  return (
    <SelectionContext value={selection}>
      <PaymentReviews />
      <BulkBar
        noun="deposit"
        rows={query.data?.items ?? []}
        selection={selection}
        actions={listDepositActions(adminId, settle)}
      />
      <RecordList
        label={texts.deposits}
        what={texts.theDeposits}
        empty={texts.noDepositsYetNewDeposits}
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
              label={texts.searchDeposits}
              placeholder={texts.nameEmailAddressHashOr}
            />
            <RecordChoice
              address={address}
              name="status"
              label={texts.status}
              any={texts.anyStatus}
              choices={depositStatuses.map((value) => ({ value, label: depositStatusLabels[value] }))}
            />
            <RecordChoice
              address={address}
              name="currency"
              label={texts.currency}
              any={texts.anyCurrency}
              choices={depositCurrencies.map((value) => ({ value, label: value }))}
            />
            <RecordDateRange address={address} />
          </>
        }
      />
      {open === null ? null : (
        <DepositDialog key={open.deposit.id} deposit={open.deposit} step={open.step} onClose={() => setOpen(null)} />
      )}
    </SelectionContext>
  );
}

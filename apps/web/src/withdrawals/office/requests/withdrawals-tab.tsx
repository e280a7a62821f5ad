import {
  exportWithdrawals,
  withdrawalSorts,
  withdrawalStatuses,
  withdrawalTypes,
  type AdminWithdrawal,
} from "@wazi/contracts";
import { useMemo, useRef, useState } from "react";
import { useAdmin, useHasRight, usePaperMoney } from "../../../office/access/admin-access.ts";
import { BulkBar } from "../../../office/records/bulk-bar.tsx";
import { selectColumn, SelectionContext, useSelection } from "../../../office/records/selection.tsx";
import { RecordChoice, RecordDateRange, RecordSearch } from "../../../office/records/record-filters.tsx";
import { RecordList } from "../../../office/records/record-list.tsx";
import { requestOrders } from "../../../office/records/request-columns.tsx";
import { useRecordAddress } from "../../../office/records/use-record-address.ts";
import { useConfirmWithdrawal, useSettleWithdrawal, useWithdrawals } from "./api.ts";
import { listWithdrawalActions } from "./bulk-withdrawals.ts";
import { withdrawalTypeLabels, withdrawalStatusLabels } from "./labels.ts";
import type { WithdrawalStep } from "./payout-steps.ts";
import { withdrawalColumns } from "./withdrawal-columns.tsx";
import { WithdrawalDialog } from "./withdrawal-dialog.tsx";
import * as texts from "../../../messages/admin-withdrawals.ts";

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
  const mayDecide = useHasRight("money");
  const isPaper = usePaperMoney();
  const settle = useSettleWithdrawal();
  const confirm = useConfirmWithdrawal();
  const selection = useSelection();
  const address = useRecordAddress(rules);
  const query = useWithdrawals(address.pageQuery);
  const columns = useMemo(
    () => [
      ...(mayDecide ? [selectColumn<AdminWithdrawal>("withdrawal")] : []),
      ...withdrawalColumns(adminId, (step, withdrawal) => setOpen({ step, withdrawal })),
    ],
    [adminId, mayDecide],
  );
  return (
    <SelectionContext value={selection}>
      <BulkBar
        noun="withdrawal"
        rows={query.data?.items ?? []}
        selection={selection}
        actions={listWithdrawalActions(adminId, isPaper, { settle, confirm })}
      />
      <RecordList
        label={texts.withdrawals}
        what={texts.theWithdrawals}
        empty={texts.noWithdrawalsYetNewWithdrawals}
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
              label={texts.searchWithdrawals}
              placeholder={texts.nameEmailDestinationHashOr}
            />
            <RecordChoice
              address={address}
              name="status"
              label={texts.status}
              any={texts.anyStatus}
              choices={withdrawalStatuses.map((value) => ({ value, label: withdrawalStatusLabels[value] }))}
            />
            <RecordChoice
              address={address}
              name="withdrawalType"
              label={texts.type}
              any={texts.anyType}
              choices={withdrawalTypes.map((value) => ({ value, label: withdrawalTypeLabels[value] }))}
            />
            <RecordChoice
              address={address}
              name="hidden"
              label={texts.hidden}
              any={texts.notByYou}
              choices={[{ value: "only", label: texts.hiddenOnly }]}
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
    </SelectionContext>
  );
}

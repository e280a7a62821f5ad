import type { AdminWithdrawal, exportWithdrawals, QueryOf } from "@wazi/contracts";
import { formatAmountCell, formatTextCell } from "../../platform/csv/csv-cells.ts";
import type { CsvColumn } from "../../record/api.ts";
import type { FileSource } from "../../platform/paging/answer-table.ts";
import { withdrawalOrders, queryWithdrawalRows, type ListedWithdrawalRow } from "./admin-list-store.ts";
import { toAdminWithdrawals } from "./admin-withdrawal.ts";
import type { WithdrawalDeps } from "./withdrawal-deps.ts";

/** Source of the administrators' list of withdrawals and of its CSV file. */
export function buildWithdrawalTable(
  deps: Pick<WithdrawalDeps, "sql" | "fourEyesAbove" | "payouts">,
  viewerId: string,
  { sort = "-createdAt", ...filters }: QueryOf<typeof exportWithdrawals>,
): FileSource<ListedWithdrawalRow, AdminWithdrawal> {
  return {
    table: "withdrawals",
    order: withdrawalOrders[sort],
    ...queryWithdrawalRows(deps.sql, viewerId, filters),
    toItems: (rows) => toAdminWithdrawals(deps, rows),
  };
}

/** Columns of the CSV file. */
export const withdrawalColumns: readonly CsvColumn<AdminWithdrawal>[] = [
  ["ID", ({ id }) => formatTextCell(id)],
  ["Asked for (UTC)", ({ createdAt }) => formatTextCell(createdAt)],
  ["Status", ({ status }) => formatTextCell(status)],
  ["Investor", ({ user }) => formatTextCell(`${user.firstName} ${user.lastName}`)],
  ["E-mail", ({ user }) => formatTextCell(user.email)],
  ["Investor ID", ({ userId }) => formatTextCell(userId)],
  ["Amount (USD)", ({ amount }) => formatAmountCell(amount)],
  ["Type", ({ withdrawalType }) => formatTextCell(withdrawalType)],
  ["Destination", ({ destination }) => formatTextCell(destination)],
  ["Currency", ({ currency }) => formatTextCell(currency ?? "")],
  ["Network", ({ network }) => formatTextCell(network ?? "")],
  ["Address or account number", ({ destinationAddress }) => formatTextCell(destinationAddress ?? "")],
  ["Country", ({ country }) => formatTextCell(country ?? "")],
  ["Bank", ({ bankName }) => formatTextCell(bankName ?? "")],
  ["Account name", ({ accountName }) => formatTextCell(accountName ?? "")],
  ["Phone", ({ phoneNumber }) => formatTextCell(phoneNumber ?? "")],
  ["Transaction hash", ({ transactionHash }) => formatTextCell(transactionHash ?? "")],
  ["Note", ({ notes }) => formatTextCell(notes ?? "")],
  ["Confirmed (UTC)", ({ confirmation }) => formatTextCell(confirmation?.confirmedAt ?? "")],
  ["Confirmed by", ({ confirmation }) => formatTextCell(confirmation?.confirmedBy.email ?? "")],
  ["Ended (UTC)", ({ settledAt }) => formatTextCell(settledAt ?? "")],
  [
    "Ended by",
    ({ settledBy, isCancelled, user }) => formatTextCell(isCancelled ? user.email : (settledBy?.email ?? "")),
  ],
  ["Held until (UTC)", ({ hold }) => formatTextCell(hold?.endsAt ?? "")],
  ["Hidden (UTC)", ({ hiddenAt }) => formatTextCell(hiddenAt ?? "")],
  ["Hidden by", ({ hiddenBy }) => formatTextCell(hiddenBy?.email ?? "")],
];

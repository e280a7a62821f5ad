import type { AdminWithdrawal, exportWithdrawals, QueryOf } from "@wazi/contracts";
import { amountCell, textCell } from "../../core/csv/csv-cells.ts";
import type { CsvColumn } from "../../core/csv/export-table.ts";
import type { FileSource } from "../../core/paging/answer-table.ts";
import { withdrawalOrders, queryWithdrawalRows, type ListedWithdrawalRow } from "./admin-list-store.ts";
import { toAdminWithdrawals } from "./admin-withdrawal.ts";
import type { WithdrawalDeps } from "./withdrawal-deps.ts";

/** Source of the administrators' list of withdrawals and of its CSV file. */
export function buildWithdrawalTable(
  deps: Pick<WithdrawalDeps, "sql" | "fourEyesAbove">,
  { sort = "-createdAt", ...filters }: QueryOf<typeof exportWithdrawals>,
): FileSource<ListedWithdrawalRow, AdminWithdrawal> {
  return {
    table: "withdrawals",
    order: withdrawalOrders[sort],
    ...queryWithdrawalRows(deps.sql, filters),
    toItems: (rows) => toAdminWithdrawals(deps, rows),
  };
}

/** Columns of the CSV file. */
export const withdrawalColumns: readonly CsvColumn<AdminWithdrawal>[] = [
  ["ID", ({ id }) => textCell(id)],
  ["Asked for (UTC)", ({ createdAt }) => textCell(createdAt)],
  ["Status", ({ status }) => textCell(status)],
  ["Investor", ({ user }) => textCell(`${user.firstName} ${user.lastName}`)],
  ["E-mail", ({ user }) => textCell(user.email)],
  ["Investor ID", ({ userId }) => textCell(userId)],
  ["Amount (USD)", ({ amount }) => amountCell(amount)],
  ["Type", ({ withdrawalType }) => textCell(withdrawalType)],
  ["Destination", ({ destination }) => textCell(destination)],
  ["Currency", ({ currency }) => textCell(currency ?? "")],
  ["Network", ({ network }) => textCell(network ?? "")],
  ["Address or account number", ({ destinationAddress }) => textCell(destinationAddress ?? "")],
  ["Country", ({ country }) => textCell(country ?? "")],
  ["Bank", ({ bankName }) => textCell(bankName ?? "")],
  ["Account name", ({ accountName }) => textCell(accountName ?? "")],
  ["Phone", ({ phoneNumber }) => textCell(phoneNumber ?? "")],
  ["Transaction hash", ({ transactionHash }) => textCell(transactionHash ?? "")],
  ["Note", ({ notes }) => textCell(notes ?? "")],
  ["Confirmed (UTC)", ({ confirmation }) => textCell(confirmation?.confirmedAt ?? "")],
  ["Confirmed by", ({ confirmation }) => textCell(confirmation?.confirmedBy.email ?? "")],
  ["Ended (UTC)", ({ settledAt }) => textCell(settledAt ?? "")],
  ["Ended by", ({ settledBy }) => textCell(settledBy?.email ?? "")],
];

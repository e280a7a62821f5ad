import type { AdminDeposit, exportDeposits, QueryOf } from "@wazi/contracts";
import { formatAmountCell, formatDecimalCell, formatTextCell } from "../../platform/csv/csv-cells.ts";
import type { CsvColumn } from "../../record/api.ts";
import type { FileSource } from "../../platform/paging/answer-table.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { depositOrders, type ListedDepositRow, queryDepositRows, toAdminDeposit } from "./store.ts";

/** Source of the administrators' list of deposits and of its CSV file. */
export function buildDepositTable(
  sql: Queryable,
  { sort = "-createdAt", ...filters }: QueryOf<typeof exportDeposits>,
): FileSource<ListedDepositRow, AdminDeposit> {
  return {
    table: "deposits",
    order: depositOrders[sort],
    ...queryDepositRows(sql, filters),
    toItems: (rows) => rows.map(toAdminDeposit),
  };
}

/** Columns of the CSV file. */
export const depositColumns: readonly CsvColumn<AdminDeposit>[] = [
  ["ID", ({ id }) => formatTextCell(id)],
  ["Started (UTC)", ({ createdAt }) => formatTextCell(createdAt)],
  ["Status", ({ status }) => formatTextCell(status)],
  ["Investor", ({ user }) => formatTextCell(`${user.firstName} ${user.lastName}`)],
  ["E-mail", ({ user }) => formatTextCell(user.email)],
  ["Investor ID", ({ userId }) => formatTextCell(userId)],
  ["Amount (USD)", ({ amount }) => formatAmountCell(amount)],
  [
    "Received (USD)",
    ({ receivedAmount }) => (receivedAmount === null ? formatTextCell("") : formatAmountCell(receivedAmount)),
  ],
  ["Currency", ({ currency }) => formatTextCell(currency)],
  ["Network", ({ network }) => formatTextCell(network)],
  ["Amount in currency", ({ cryptoAmount }) => formatDecimalCell(cryptoAmount)],
  ["Rate (USD)", ({ rate }) => formatDecimalCell(rate)],
  ["Address", ({ walletAddress }) => formatTextCell(walletAddress)],
  ["Test address", ({ isTestAddress }) => formatTextCell(isTestAddress ? "yes" : "no")],
  ["Transaction hash", ({ transactionHash }) => formatTextCell(transactionHash ?? "")],
  ["Late for", ({ lateFor }) => formatTextCell(lateFor ?? "")],
  ["Ended (UTC)", ({ settledAt }) => formatTextCell(settledAt ?? "")],
  ["Ended by", ({ settledBy }) => formatTextCell(settledBy?.email ?? "")],
];

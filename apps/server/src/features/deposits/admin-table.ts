import type { AdminDeposit, exportDeposits, QueryOf } from "@wazi/contracts";
import { amountCell, decimalCell, textCell } from "../../core/csv/csv-cells.ts";
import type { CsvColumn } from "../../core/csv/export-table.ts";
import type { FileSource } from "../../core/paging/answer-table.ts";
import type { Queryable } from "../../db/pool.ts";
import { depositOrders, queryDepositRows, type ListedDepositRow } from "./admin-list-store.ts";
import { toAdminDeposit } from "./store.ts";

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
  ["ID", ({ id }) => textCell(id)],
  ["Started (UTC)", ({ createdAt }) => textCell(createdAt)],
  ["Status", ({ status }) => textCell(status)],
  ["Investor", ({ user }) => textCell(`${user.firstName} ${user.lastName}`)],
  ["E-mail", ({ user }) => textCell(user.email)],
  ["Investor ID", ({ userId }) => textCell(userId)],
  ["Amount (USD)", ({ amount }) => amountCell(amount)],
  ["Received (USD)", ({ receivedAmount }) => (receivedAmount === null ? textCell("") : amountCell(receivedAmount))],
  ["Currency", ({ currency }) => textCell(currency)],
  ["Network", ({ network }) => textCell(network)],
  ["Amount in currency", ({ cryptoAmount }) => decimalCell(cryptoAmount)],
  ["Rate (USD)", ({ rate }) => decimalCell(rate)],
  ["Address", ({ walletAddress }) => textCell(walletAddress)],
  ["Test address", ({ isTestAddress }) => textCell(isTestAddress ? "yes" : "no")],
  ["Transaction hash", ({ transactionHash }) => textCell(transactionHash ?? "")],
  ["Late for", ({ lateFor }) => textCell(lateFor ?? "")],
  ["Ended (UTC)", ({ settledAt }) => textCell(settledAt ?? "")],
  ["Ended by", ({ settledBy }) => textCell(settledBy?.email ?? "")],
];

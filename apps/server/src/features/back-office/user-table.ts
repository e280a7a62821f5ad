import type { AdminUser, exportUsers, QueryOf } from "@wazi/contracts";
import { amountCell, textCell } from "../../core/csv/csv-cells.ts";
import type { CsvColumn } from "../../core/csv/export-table.ts";
import type { FileSource } from "../../core/paging/answer-table.ts";
import { readAdminUsers } from "./read-admin-users.ts";
import type { BackOfficeDeps } from "./back-office-deps.ts";
import { queryInvestorRows, userOrders, type ListedUserRow } from "./user-list-store.ts";

/** Source of the list of users and of its CSV file. */
export function buildUserTable(
  deps: BackOfficeDeps,
  { sort = "-createdAt", ...filters }: QueryOf<typeof exportUsers>,
): FileSource<ListedUserRow, AdminUser> {
  return {
    table: "users",
    order: userOrders[sort],
    ...queryInvestorRows(deps.sql, filters),
    toItems: (rows) => readAdminUsers(deps, rows),
  };
}

/** Columns of the CSV file. */
export const userColumns: readonly CsvColumn<AdminUser>[] = [
  ["ID", ({ id }) => textCell(id)],
  ["Signed up (UTC)", ({ createdAt }) => textCell(createdAt)],
  ["Status", ({ isActive }) => textCell(isActive ? "active" : "deactivated")],
  ["First name", ({ firstName }) => textCell(firstName)],
  ["Last name", ({ lastName }) => textCell(lastName)],
  ["E-mail", ({ email }) => textCell(email)],
  ["Phone", ({ phone }) => textCell(phone)],
  ["Country", ({ country }) => textCell(country)],
  ["Identity", ({ kycStatus }) => textCell(kycStatus)],
  ["Balance (USD)", ({ account }) => amountCell(account.balance)],
  ["Deposit funds (USD)", ({ account }) => amountCell(account.depositFunds)],
  ["Profit funds (USD)", ({ account }) => amountCell(account.profitFunds)],
  ["On hold (USD)", ({ account }) => amountCell(account.withdrawalHold)],
  ["Own money in bots (USD)", ({ account }) => amountCell(account.totalInvested)],
  ["Running profit (USD)", ({ account }) => amountCell(account.totalProfit)],
  ["Of which adjustments (USD)", ({ account }) => amountCell(account.adjustmentProfit)],
  ["Deposited (USD)", ({ account }) => amountCell(account.totalDeposits)],
  ["Last signed in (UTC)", ({ lastLoginAt }) => textCell(lastLoginAt ?? "")],
];

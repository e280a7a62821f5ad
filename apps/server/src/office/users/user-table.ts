import type { AdminUser, exportUsers, QueryOf } from "@wazi/contracts";
import { formatAmountCell, formatTextCell } from "../../platform/csv/csv-cells.ts";
import type { CsvColumn } from "../../record/api.ts";
import type { FileSource } from "../../platform/paging/answer-table.ts";
import { readAdminUsers } from "./read-admin-users.ts";
import type { BackOfficeDeps } from "./delete-user.ts";
import { type ListedUserRow, queryInvestorRows, userOrders } from "./store.ts";

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
  ["ID", ({ id }) => formatTextCell(id)],
  ["Signed up (UTC)", ({ createdAt }) => formatTextCell(createdAt)],
  ["Status", ({ isActive }) => formatTextCell(isActive ? "active" : "deactivated")],
  ["First name", ({ firstName }) => formatTextCell(firstName)],
  ["Last name", ({ lastName }) => formatTextCell(lastName)],
  ["E-mail", ({ email }) => formatTextCell(email)],
  ["Phone", ({ phone }) => formatTextCell(phone)],
  ["Country", ({ country }) => formatTextCell(country)],
  ["Identity", ({ kycStatus }) => formatTextCell(kycStatus)],
  ["Balance (USD)", ({ account }) => formatAmountCell(account.balance)],
  ["Deposit funds (USD)", ({ account }) => formatAmountCell(account.depositFunds)],
  ["Profit funds (USD)", ({ account }) => formatAmountCell(account.profitFunds)],
  ["On hold (USD)", ({ account }) => formatAmountCell(account.withdrawalHold)],
  ["Own money in bots (USD)", ({ account }) => formatAmountCell(account.totalInvested)],
  ["Running profit (USD)", ({ account }) => formatAmountCell(account.totalProfit)],
  ["Of which adjustments (USD)", ({ account }) => formatAmountCell(account.adjustmentProfit)],
  ["Deposited (USD)", ({ account }) => formatAmountCell(account.totalDeposits)],
  ["Last signed in (UTC)", ({ lastLoginAt }) => formatTextCell(lastLoginAt ?? "")],
];

import type { AdminWithdrawal, exportWithdrawals, PayoutRailName, QueryOf } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";
import {
  type ConfirmationRow,
  isCancelled,
  listConfirmations,
  type ListedWithdrawalRow,
  type OwnedWithdrawalRow,
  queryWithdrawalRows,
  toWithdrawal,
  withdrawalOrders,
} from "./store.ts";
import { type AloneControl, readAloneControl } from "../../ledger/api.ts";
import { isWithdrawalMoved } from "../rate-holds/hold-payout.ts";
import { formatDestination } from "./destination.ts";
import { toConfirmationStatus } from "./confirmations.ts";
import type { PayoutPlanner } from "./payout-approval.ts";
import { formatAmountCell, formatTextCell } from "../../platform/csv/csv-cells.ts";
import type { CsvColumn } from "../../record/api.ts";
import type { FileSource } from "../../platform/paging/answer-table.ts";
import type { WithdrawalDeps } from "./withdrawal-controls.ts";

interface ShowDeps {
  /** The rule and the acts of the administrator who looks. */
  control: AloneControl;
  payouts: PayoutPlanner | null;
}

/** @param confirmations of this withdrawal, latest first */
export function toAdminWithdrawal(
  row: OwnedWithdrawalRow,
  confirmations: readonly ConfirmationRow[],
  { control, payouts }: ShowDeps,
): AdminWithdrawal {
  const payoutRail = row.status === "pending" ? ((payouts?.findRail(row) ?? null) as PayoutRailName | null) : null;
  return {
    ...toWithdrawal(row),
    user: row.owner,
    // A withdrawal that its owner cancelled has no deciding administrator.
    settledBy: isCancelled(row) ? null : row.settler,
    destination: formatDestination(row),
    payoutRail,
    recipient: row.recipient,
    ...toConfirmationStatus(row, confirmations, control),
    isRateMoved: payoutRail === null && isWithdrawalMoved(row),
    hiddenBy: row.hider,
    hiddenAt: row.hiddenAt?.toISOString() ?? null,
  };
}

/** Keeps the given order. */
export async function toAdminWithdrawals(
  { sql, ...deps }: { sql: Queryable } & ShowDeps,
  rows: readonly OwnedWithdrawalRow[],
): Promise<AdminWithdrawal[]> {
  const given = new Map<string, ConfirmationRow[]>(rows.map(({ id }) => [id, []]));
  const all = await listConfirmations(sql, [...given.keys()], deps.control.adminId);
  for (const each of all) given.get(each.withdrawalId)?.push(each);
  return rows.map((row) => toAdminWithdrawal(row, given.get(row.id) ?? [], deps));
}

/** Source of the administrators' list of withdrawals and of its CSV file. */
export function buildWithdrawalTable(
  deps: Pick<WithdrawalDeps, "sql" | "now" | "aloneRule" | "payouts">,
  viewerId: string,
  { sort = "-createdAt", ...filters }: QueryOf<typeof exportWithdrawals>,
): FileSource<ListedWithdrawalRow, AdminWithdrawal> {
  // An export reads many pages, and this once for all of them.
  let control: Promise<AloneControl> | undefined;
  return {
    table: "withdrawals",
    order: withdrawalOrders[sort],
    ...queryWithdrawalRows(deps.sql, viewerId, filters),
    toItems: async (rows) => {
      const whose = { adminId: viewerId, investorId: null, now: deps.now(), rule: deps.aloneRule };
      control ??= readAloneControl(deps.sql, whose);
      return toAdminWithdrawals({ ...deps, control: await control }, rows);
    },
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

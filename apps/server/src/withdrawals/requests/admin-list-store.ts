import { listStoredForms, type listAllWithdrawals, type QueryOf } from "@wazi/contracts";
import { matchesPerson } from "../../record/api.ts";
import { buildRequestOrders, type PlacedRow } from "../../platform/paging/table-order.ts";
import { tableRows, type TextSearch } from "../../platform/paging/store.ts";
import { listWaitingFirst } from "../../platform/paging/store.ts";
import { allOf, part, type Part, type Queryable } from "../../platform/db/pool.ts";
import { removeEscapes } from "./format-destination.ts";
import { OWNED_COLUMNS, type OwnedWithdrawalRow } from "./store.ts";

export type WithdrawalFilters = Omit<QueryOf<typeof listAllWithdrawals>, "limit" | "cursor" | "sort">;
export type ListedWithdrawalRow = OwnedWithdrawalRow & PlacedRow;

const IS_WAITING = "withdrawals.status in ('pending', 'processing')";
export const withdrawalOrders = buildRequestOrders("withdrawals", IS_WAITING);

/** Administrators do not see what they deleted themselves, unless they ask for it. */
function toFilterCondition(
  viewerId: string,
  { status, withdrawalType, hidden, user, from, to }: WithdrawalFilters,
): Part {
  return allOf([
    hidden === "only" ? part`hidden_at is not null` : part`hidden_by is distinct from ${viewerId}::uuid`,
    status && part`status = ${status}`,
    withdrawalType && part`withdrawal_type = ${withdrawalType}`,
    user && part`user_id = ${user}::uuid`,
    from && part`created_at >= ${from}::timestamptz`,
    to && part`created_at < ${to}::timestamptz`,
  ]);
}

/** Matches the owner's name and e-mail address, the destination as shown, the transaction hash and the id. */
function toSearch({ search }: WithdrawalFilters): TextSearch | undefined {
  if (!search) return undefined;
  // The search may be copied from a destination as shown, with escapes or a local phone number, or typed.
  const forms = [...new Set([search, removeEscapes(search), ...listStoredForms(search)])];
  return {
    find: (most) => part`find_withdrawals(${search}, ${forms}::text[], ${most})`,
    condition: forms.reduce(
      (either, form) => part`${either} or strpos(withdrawals.search_text, search_form(${form})) > 0`,
      matchesPerson("withdrawals.user_id", search),
    ),
  };
}

export const queryWithdrawalRows = (sql: Queryable, viewerId: string, filters: WithdrawalFilters) =>
  tableRows<ListedWithdrawalRow>(sql, {
    table: "withdrawals",
    columns: OWNED_COLUMNS,
    filtered: toFilterCondition(viewerId, filters),
    searched: toSearch(filters),
  });

/** The list without parameters: open withdrawals first, then the newest. */
export function listWithdrawalsWaitingFirst(
  sql: Queryable,
  viewerId: string,
  limit: number,
): Promise<ListedWithdrawalRow[]> {
  const listed = part`hidden_by is distinct from ${viewerId}::uuid`;
  const rows = { table: "withdrawals", columns: OWNED_COLUMNS, waits: IS_WAITING, listed };
  return listWaitingFirst<ListedWithdrawalRow>(sql, rows, limit);
}

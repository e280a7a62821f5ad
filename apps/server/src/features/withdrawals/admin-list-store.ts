import type { listAllWithdrawals, QueryOf } from "@wazi/contracts";
import { isPersonWith } from "../../core/identity/person-store.ts";
import { requestOrders } from "../../core/paging/request-orders.ts";
import type { PlacedRow } from "../../core/paging/table-order.ts";
import { tableRows } from "../../core/paging/table-store.ts";
import { allOf, part, type Part, type Queryable } from "../../db/pool.ts";
import { ownedColumns, type OwnedWithdrawalRow } from "./store.ts";

export type WithdrawalFilters = Omit<QueryOf<typeof listAllWithdrawals>, "limit" | "cursor" | "sort">;
export type ListedWithdrawalRow = OwnedWithdrawalRow & PlacedRow;

const waits = "withdrawals.status in ('pending', 'processing')";
export const withdrawalOrders = requestOrders("withdrawals", waits);

/** Those that the filters leave; deleted ones never. */
function filtered({ status, withdrawalType, user, search = "", from, to }: WithdrawalFilters): Part {
  return allOf([
    part`hidden_at is null`,
    status && part`status = ${status}`,
    withdrawalType && part`withdrawal_type = ${withdrawalType}`,
    user && part`user_id = ${user}::uuid`,
    from && part`created_at >= ${from}::timestamptz`,
    to && part`created_at < ${to}::timestamptz`,
    search && part`${isPersonWith("user_id", search)} or strpos(search_text, lower(${search})) > 0`,
  ]);
}

/** For administrators: what the filters leave. */
export const withdrawalRows = (sql: Queryable, filters: WithdrawalFilters) =>
  tableRows<ListedWithdrawalRow>(sql, {
    table: "withdrawals",
    columns: ownedColumns,
    filtered: filtered(filters),
    isSearch: Boolean(filters.search),
  });

/** Without parameters, as the list has always been: those that wait first, then the newest. */
export function listWithdrawalsWaitingFirst(sql: Queryable, limit: number): Promise<ListedWithdrawalRow[]> {
  return sql<ListedWithdrawalRow[]>`
    select ${sql.raw(ownedColumns)}, '{}'::text[] as page_place from withdrawals where hidden_at is null
    order by (${sql.raw(waits)}) desc, created_at desc, id desc limit ${limit}`;
}

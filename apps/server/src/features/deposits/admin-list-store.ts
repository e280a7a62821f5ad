import type { listAllDeposits, QueryOf } from "@wazi/contracts";
import { isPersonWith } from "../../core/identity/person-store.ts";
import { requestOrders } from "../../core/paging/request-orders.ts";
import type { PlacedRow } from "../../core/paging/table-order.ts";
import { tableRows } from "../../core/paging/table-store.ts";
import { allOf, part, type Part, type Queryable } from "../../db/pool.ts";
import { ownedColumns, type OwnedDepositRow } from "./store.ts";

export type DepositFilters = Omit<QueryOf<typeof listAllDeposits>, "limit" | "cursor" | "sort">;
export type ListedDepositRow = OwnedDepositRow & PlacedRow;

/** Below the queue's index: a row of it waits for a decision. */
export const depositOrders = requestOrders("deposits", "deposits.status = 'pending'");

function filtered({ status, currency, user, search = "", from, to }: DepositFilters): Part {
  return allOf([
    status && part`status = ${status}`,
    currency && part`currency = ${currency}`,
    user && part`user_id = ${user}::uuid`,
    from && part`created_at >= ${from}::timestamptz`,
    to && part`created_at < ${to}::timestamptz`,
    search && part`${isPersonWith("user_id", search)} or strpos(search_text, lower(${search})) > 0`,
  ]);
}

/** For administrators: what the filters leave. */
export const depositRows = (sql: Queryable, filters: DepositFilters) =>
  tableRows<ListedDepositRow>(sql, {
    table: "deposits",
    columns: ownedColumns,
    filtered: filtered(filters),
    isSearch: Boolean(filters.search),
  });

/** Without parameters, as the list has always been: pending ones first, then the newest. */
export function listDepositsPendingFirst(sql: Queryable, limit: number): Promise<ListedDepositRow[]> {
  return sql<ListedDepositRow[]>`
    select ${sql.raw(ownedColumns)}, '{}'::text[] as page_place from deposits
    order by (status = 'pending') desc, created_at desc, id desc limit ${limit}`;
}

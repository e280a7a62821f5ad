import type { listAllDeposits, QueryOf } from "@wazi/contracts";
import { matchesPerson } from "../../record/api.ts";
import { buildRequestOrders } from "../../platform/paging/request-orders.ts";
import type { PlacedRow } from "../../platform/paging/table-order.ts";
import { tableRows, type TextSearch } from "../../platform/paging/store.ts";
import { listWaitingFirst } from "../../platform/paging/store.ts";
import { allOf, part, type Part, type Queryable } from "../../platform/db/pool.ts";
import { LISTED_COLUMNS, type OwnedDepositRow } from "./store.ts";

export type DepositFilters = Omit<QueryOf<typeof listAllDeposits>, "limit" | "cursor" | "sort">;
export type ListedDepositRow = OwnedDepositRow & PlacedRow;

/** Matches the partial index of the queue. */
const IS_WAITING = "deposits.status = 'pending'";
export const depositOrders = buildRequestOrders("deposits", IS_WAITING);

function toFilterCondition({ status, currency, user, from, to }: DepositFilters): Part {
  return allOf([
    status && part`status = ${status}`,
    currency && part`currency = ${currency}`,
    user && part`user_id = ${user}::uuid`,
    from && part`created_at >= ${from}::timestamptz`,
    to && part`created_at < ${to}::timestamptz`,
  ]);
}

const toSearch = ({ search }: DepositFilters): TextSearch | undefined =>
  search
    ? {
        find: (most) => part`find_deposits(${search}, ${most})`,
        condition: part`${matchesPerson("deposits.user_id", search)} or strpos(deposits.search_text, lower(${search})) > 0`,
      }
    : undefined;

export const queryDepositRows = (sql: Queryable, filters: DepositFilters) =>
  tableRows<ListedDepositRow>(sql, {
    table: "deposits",
    columns: LISTED_COLUMNS,
    filtered: toFilterCondition(filters),
    searched: toSearch(filters),
  });

/** The list without parameters: pending deposits first, then the newest. */
export function listDepositsPendingFirst(sql: Queryable, limit: number): Promise<ListedDepositRow[]> {
  return listWaitingFirst<ListedDepositRow>(
    sql,
    { table: "deposits", columns: LISTED_COLUMNS, waits: IS_WAITING, listed: part`true` },
    limit,
  );
}

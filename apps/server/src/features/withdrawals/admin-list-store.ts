import type { listAllWithdrawals, QueryOf } from "@wazi/contracts";
import { isPersonWith } from "../../core/identity/person-store.ts";
import { requestOrders } from "../../core/paging/request-orders.ts";
import type { PlacedRow, Slice } from "../../core/paging/table-order.ts";
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

/** For administrators: a stretch of what the filters leave. */
export function listWithdrawalsWithOwners(
  sql: Queryable,
  filters: WithdrawalFilters,
  slice: Slice,
): Promise<ListedWithdrawalRow[]> {
  return sql<ListedWithdrawalRow[]>`
    select ${sql.raw(ownedColumns)}, ${slice.place} from withdrawals ${slice.join}
    where ${filtered(filters)} and ${slice.where} order by ${slice.orderBy} limit ${slice.limit}`;
}

export async function countWithdrawals(sql: Queryable, filters: WithdrawalFilters): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from withdrawals where ${filtered(filters)}`;
  return row?.count ?? 0;
}

/** Without parameters, as the list has always been: those that wait first, then the newest. */
export function listWithdrawalsWaitingFirst(sql: Queryable, limit: number): Promise<ListedWithdrawalRow[]> {
  return sql<ListedWithdrawalRow[]>`
    select ${sql.raw(ownedColumns)}, '{}'::text[] as page_place from withdrawals where hidden_at is null
    order by (${sql.raw(waits)}) desc, created_at desc, id desc limit ${limit}`;
}

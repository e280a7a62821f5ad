import type { listUsers, QueryOf } from "@wazi/contracts";
import { inBothDirections, type PlacedRow, type SortKey, type TableOrder } from "../../platform/paging/table-order.ts";
import { tableRows, type TextSearch } from "../../platform/paging/table-store.ts";
import { allOf, part, type Part, type Queryable } from "../../platform/db/pool.ts";
import { USER_COLUMNS, type UserRow } from "./store.ts";

type Query = QueryOf<typeof listUsers>;

export type UserFilters = Omit<Query, "limit" | "cursor" | "sort">;
export type ListedUserRow = UserRow & PlacedRow & { hasPendingVerification: boolean };

/** Sums both kinds of funds for all users at once, because an index on balances would slow down every posting. */
const WITH_BALANCE = `join (
    select user_id as holder_id, sum(balance) filter (where split_part(code, ':', 3) in ('deposit_funds', 'profit_funds')) as held
    from ledger_accounts where user_id is not null group by user_id
  ) funds on holder_id = users.id`;
const WITH_INVESTED = `left join (
    select user_id as investor_id, sum(own_deposit + own_profit) as invested
    from positions where is_active group by user_id
  ) investments on investor_id = users.id`;

const ordersBy = <const Sort extends string>(sort: Sort, key: SortKey, join?: string) =>
  inBothDirections("users", sort, [key], join);
/** Users who have never signed in come last in either direction. */
const bySignIn = (never: string) =>
  ordersBy("lastLoginAt", { sql: `coalesce(users.last_login_at, '${never}'::timestamptz)`, type: "timestamptz" });

export const userOrders: Readonly<Record<NonNullable<Query["sort"]>, TableOrder>> = {
  ...ordersBy("name", { sql: "users.search_text", type: "text" }),
  ...ordersBy("createdAt", { sql: "users.created_at", type: "timestamptz" }),
  ...ordersBy("balance", { sql: "funds.held", type: "numeric" }, WITH_BALANCE),
  ...ordersBy("totalInvested", { sql: "coalesce(investments.invested, 0)", type: "numeric" }, WITH_INVESTED),
  lastLoginAt: bySignIn("infinity").lastLoginAt,
  "-lastLoginAt": bySignIn("-infinity")["-lastLoginAt"],
};

/** Never matches administrators and deleted users. */
function toFilterCondition({ status, kycStatus }: UserFilters): Part {
  return allOf([
    part`not is_admin and deleted_at is null`,
    status && part`is_active = ${status === "active"}`,
    kycStatus && part`kyc_status = ${kycStatus}`,
  ]);
}

const toSearch = ({ search }: UserFilters): TextSearch | undefined =>
  search
    ? {
        find: (most) => part`find_investors(${search}, ${most})`,
        condition: part`strpos(search_text || ' ' || lower(phone || ' ' || country), lower(${search})) > 0`,
      }
    : undefined;

const HAS_PENDING_VERIFICATION = `exists (
    select from verifications where user_id = users.id and status = 'pending'
  ) as "hasPendingVerification"`;

export const queryInvestorRows = (sql: Queryable, filters: UserFilters) =>
  tableRows<ListedUserRow>(sql, {
    table: "users",
    columns: `${USER_COLUMNS}, ${HAS_PENDING_VERIFICATION}`,
    filtered: toFilterCondition(filters),
    searched: toSearch(filters),
  });

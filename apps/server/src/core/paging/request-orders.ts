import type { SortKey, TableOrder } from "./table-order.ts";

type RequestSort = "waiting" | "createdAt" | "amount" | "user";

/** By whose request it is: their name and e-mail address, without case. */
const withOwner = "join (select id as owner_id, search_text as owner_text from users) owners on owner_id = user_id";

/**
 * The orders of a table of requests (deposits, withdrawals, documents), of equals the oldest first, or the newest.
 * @param waits SQL text: whether a row waits for a decision, as in the table's index by `waiting_place`
 */
export function requestOrders(waits: string): Readonly<Record<RequestSort | `-${RequestSort}`, TableOrder>> {
  const time: SortKey = { sql: "created_at", type: "timestamptz" };
  return {
    ...bothWays("waiting", [{ sql: `waiting_place(${waits}, created_at)`, type: "bigint" }]),
    ...bothWays("createdAt", [time]),
    ...bothWays("amount", [{ sql: "amount", type: "numeric" }, time]),
    ...bothWays("user", [{ sql: "owner_text", type: "text" }, time], withOwner),
  };
}

/** An order by its name, and the opposite one. */
export function bothWays<const Sort extends string>(
  sort: Sort,
  keys: readonly SortKey[],
  join?: string,
): Record<Sort | `-${Sort}`, TableOrder> {
  const orderOf = (isDescending: boolean): TableOrder => ({
    keys: [...keys, { sql: "id", type: "uuid" }],
    isDescending,
    ...(join === undefined ? {} : { join }),
  });
  return { [sort]: orderOf(false), [`-${sort}`]: orderOf(true) } as Record<Sort | `-${Sort}`, TableOrder>;
}

import { bothWays, type SortKey, type TableOrder } from "./table-order.ts";

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

import { inBothDirections, type SortKey, type TableOrder } from "./table-order.ts";

type RequestSort = "waiting" | "createdAt" | "amount" | "user";

/**
 * Builds the sort orders of a table of requests (deposits, withdrawals, documents). Equal rows are sorted by time.
 * @param waits SQL: true when a row waits for a decision, as in the table's index by `waiting_place`
 */
export function buildRequestOrders(
  table: string,
  waits: string,
): Readonly<Record<RequestSort | `-${RequestSort}`, TableOrder>> {
  const time: SortKey = { sql: `${table}.created_at`, type: "timestamptz" };
  // The names and e-mail address of the request's user, in lower case.
  const withOwner = `join (select id as owner_id, search_text as owner_text from users) owners on owner_id = ${table}.user_id`;
  return {
    ...inBothDirections(table, "waiting", [{ sql: `waiting_place(${waits}, ${table}.created_at)`, type: "bigint" }]),
    ...inBothDirections(table, "createdAt", [time]),
    ...inBothDirections(table, "amount", [{ sql: `${table}.amount`, type: "numeric" }, time]),
    ...inBothDirections(table, "user", [{ sql: "owners.owner_text", type: "text" }, time], withOwner),
  };
}

import type { listAllVerifications, QueryOf } from "@wazi/contracts";
import { isPersonWith } from "../../core/identity/person-store.ts";
import { requestOrders } from "../../core/paging/request-orders.ts";
import type { PlacedRow, Slice } from "../../core/paging/table-order.ts";
import { allOf, part, type Part, type Queryable } from "../../db/pool.ts";
import { ownedColumns, type OwnedVerificationRow } from "./store.ts";

export type VerificationFilters = Omit<QueryOf<typeof listAllVerifications>, "limit" | "cursor" | "sort">;
export type ListedVerificationRow = OwnedVerificationRow & PlacedRow;

export const verificationOrders = requestOrders("verifications", "verifications.status = 'pending'");

function filtered({ status, user, search = "" }: VerificationFilters): Part {
  return allOf([
    status && part`status = ${status}`,
    user && part`user_id = ${user}::uuid`,
    search && part`${isPersonWith("user_id", search)} or strpos(lower(document_number), lower(${search})) > 0`,
  ]);
}

/** For administrators: a stretch of what the filters leave. */
export function listVerificationsWithOwners(
  sql: Queryable,
  filters: VerificationFilters,
  slice: Slice,
): Promise<ListedVerificationRow[]> {
  return sql<ListedVerificationRow[]>`
    select ${sql.raw(ownedColumns)}, ${slice.place} from verifications ${slice.join}
    where ${filtered(filters)} and ${slice.where} order by ${slice.orderBy} limit ${slice.limit}`;
}

export async function countVerifications(sql: Queryable, filters: VerificationFilters): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from verifications where ${filtered(filters)}`;
  return row?.count ?? 0;
}

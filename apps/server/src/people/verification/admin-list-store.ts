import type { listAllVerifications, QueryOf } from "@wazi/contracts";
import { matchesPerson } from "../../record/api.ts";
import { buildRequestOrders } from "../../platform/paging/request-orders.ts";
import type { PlacedRow } from "../../platform/paging/table-order.ts";
import { tableRows, type TextSearch } from "../../platform/paging/table-store.ts";
import { allOf, part, type Part, type Queryable } from "../../platform/db/pool.ts";
import { OWNED_COLUMNS, type OwnedVerificationRow } from "./store.ts";

export type VerificationFilters = Omit<QueryOf<typeof listAllVerifications>, "limit" | "cursor" | "sort">;
export type ListedVerificationRow = OwnedVerificationRow & PlacedRow;

export const verificationOrders = buildRequestOrders("verifications", "verifications.status = 'pending'");

function toFilter({ status, user }: VerificationFilters): Part {
  return allOf([status && part`status = ${status}`, user && part`user_id = ${user}::uuid`]);
}

const toSearch = ({ search }: VerificationFilters): TextSearch | undefined =>
  search
    ? {
        find: (most) => part`find_verifications(${search}, ${most})`,
        condition: part`${matchesPerson("verifications.user_id", search)} or strpos(lower(document_number), lower(${search})) > 0`,
      }
    : undefined;

/** Reads the filtered list for administrators. */
export const verificationRows = (sql: Queryable, filters: VerificationFilters) =>
  tableRows<ListedVerificationRow>(sql, {
    table: "verifications",
    columns: OWNED_COLUMNS,
    filtered: toFilter(filters),
    searched: toSearch(filters),
  });

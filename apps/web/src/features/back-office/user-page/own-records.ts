import type { RecordColumn } from "../records/record-columns.ts";
import { requestOrders } from "../records/request-orders.ts";

/** The orders of what one user has asked for, the newest first where nothing is chosen. */
export const ownSorts = ["-createdAt", "createdAt", "-amount", "amount", "waiting"] as const;
export const ownOrders = requestOrders.filter(({ value }) => ownSorts.some((sort) => sort === value));

/** The columns of a list without that which says whose a row is: here all are one user's, and each begins with its time. */
export function withoutOwner<Row>(columns: readonly RecordColumn<Row>[]): readonly RecordColumn<Row>[] {
  const others = columns.filter(({ id }) => id !== "user" && id !== "createdAt");
  return [
    ...columns.flatMap((column) => (column.id === "createdAt" ? [{ ...column, leaf: "who" as const }] : [])),
    ...others,
  ];
}

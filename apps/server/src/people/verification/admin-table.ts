import type { AdminVerification, exportVerifications, QueryOf } from "@wazi/contracts";
import { formatTextCell } from "../../platform/csv/csv-cells.ts";
import type { CsvColumn } from "../../record/api.ts";
import type { FileSource } from "../../platform/paging/answer-table.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { type ListedVerificationRow, toAdminVerification, verificationOrders, verificationRows } from "./store.ts";

/** The source of the administrators' list of verifications and of its CSV file. */
export function verificationTable(
  sql: Queryable,
  { sort = "-createdAt", ...filters }: QueryOf<typeof exportVerifications>,
): FileSource<ListedVerificationRow, AdminVerification> {
  return {
    table: "verifications",
    order: verificationOrders[sort],
    ...verificationRows(sql, filters),
    toItems: (rows) => rows.map(toAdminVerification),
  };
}

/** Columns of the CSV file. Images are never exported. */
export const verificationColumns: readonly CsvColumn<AdminVerification>[] = [
  ["ID", ({ id }) => formatTextCell(id)],
  ["Submitted (UTC)", ({ createdAt }) => formatTextCell(createdAt)],
  ["Status", ({ status }) => formatTextCell(status)],
  ["User", ({ user }) => formatTextCell(`${user.firstName} ${user.lastName}`)],
  ["E-mail", ({ user }) => formatTextCell(user.email)],
  ["User ID", ({ userId }) => formatTextCell(userId)],
  ["Document", ({ documentType }) => formatTextCell(documentType)],
  ["Document number", ({ documentNumber }) => formatTextCell(documentNumber ?? "")],
  ["Sides", ({ backImageUrl }) => formatTextCell(backImageUrl === null ? "front" : "front and back")],
  ["Rejection reason", ({ rejectionReason }) => formatTextCell(rejectionReason ?? "")],
  ["Reviewed (UTC)", ({ reviewedAt }) => formatTextCell(reviewedAt ?? "")],
  ["Reviewed by", ({ reviewedBy }) => formatTextCell(reviewedBy?.email ?? "")],
];

import type { AdminVerification, exportVerifications, QueryOf } from "@wazi/contracts";
import { textCell } from "../../core/csv/csv-cells.ts";
import type { CsvColumn } from "../../core/csv/export-table.ts";
import type { FileSource } from "../../core/paging/answer-table.ts";
import type { Queryable } from "../../db/pool.ts";
import { verificationOrders, verificationRows, type ListedVerificationRow } from "./admin-list-store.ts";
import { toAdminVerification } from "./store.ts";

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
  ["ID", ({ id }) => textCell(id)],
  ["Submitted (UTC)", ({ createdAt }) => textCell(createdAt)],
  ["Status", ({ status }) => textCell(status)],
  ["User", ({ user }) => textCell(`${user.firstName} ${user.lastName}`)],
  ["E-mail", ({ user }) => textCell(user.email)],
  ["User ID", ({ userId }) => textCell(userId)],
  ["Document", ({ documentType }) => textCell(documentType)],
  ["Document number", ({ documentNumber }) => textCell(documentNumber ?? "")],
  ["Sides", ({ backImageUrl }) => textCell(backImageUrl === null ? "front" : "front and back")],
  ["Rejection reason", ({ rejectionReason }) => textCell(rejectionReason ?? "")],
  ["Reviewed (UTC)", ({ reviewedAt }) => textCell(reviewedAt ?? "")],
  ["Reviewed by", ({ reviewedBy }) => textCell(reviewedBy?.email ?? "")],
];

import type { AdminVerification, listAllVerifications, QueryOf, Verification } from "@wazi/contracts";
import type { Person } from "@wazi/contracts";
import { matchesPerson, personColumn } from "../../record/api.ts";
import { type JsonRow, parseDates, type UserRead } from "../../platform/http/user-read.ts";
import { allOf, part, type Part, type Queryable, type Tx } from "../../platform/db/pool.ts";
import { buildRequestOrders, type PlacedRow } from "../../platform/paging/table-order.ts";
import { tableRows, type TextSearch } from "../../platform/paging/store.ts";

export interface VerificationRow {
  id: string;
  userId: string;
  documentType: Verification["documentType"];
  documentNumber: string | null;
  frontDocument: string;
  backDocument: string | null;
  status: Verification["status"];
  rejectionReason: string | null;
  reviewedAt: Date | null;
  createdAt: Date;
}

export interface OwnedVerificationRow extends VerificationRow {
  owner: Person;
  reviewer: Person | null;
}

const COLUMNS = `id, user_id as "userId", document_type as "documentType", document_number as "documentNumber",
  front_document as "frontDocument", back_document as "backDocument", status, rejection_reason as "rejectionReason",
  reviewed_at as "reviewedAt", created_at as "createdAt"`;

/** Columns of an `OwnedVerificationRow`. */
const OWNED_COLUMNS = `${COLUMNS}, ${personColumn("user_id", "owner")}, ${personColumn("reviewed_by", "reviewer")}`;

/** A user's newest submission, if there is one. */
export const latestVerification: UserRead<VerificationRow | null> = {
  own: `
    select row_to_json(v) from (
      select ${COLUMNS} from verifications where user_id = u.id order by created_at desc, id desc limit 1
    ) v`,
  parse: (row: JsonRow<VerificationRow> | null) => row && parseDates<VerificationRow>(row, ["createdAt", "reviewedAt"]),
};

export async function findVerification(sql: Queryable, id: string): Promise<VerificationRow | null> {
  const rows = await sql<VerificationRow[]>`select ${sql.raw(COLUMNS)} from verifications where id = ${id}`;
  return rows[0] ?? null;
}

export async function findVerificationWithOwner(sql: Queryable, id: string): Promise<OwnedVerificationRow | null> {
  const rows = await sql<OwnedVerificationRow[]>`
    select ${sql.raw(OWNED_COLUMNS)} from verifications where id = ${id}`;
  return rows[0] ?? null;
}

/** Counts a user's submissions, and those that are pending or approved. */
export async function countSubmissions(sql: Queryable, userId: string): Promise<{ all: number; open: number }> {
  const [row] = await sql<{ all: bigint; open: bigint }[]>`
    select count(*) as all, count(*) filter (where status <> 'rejected') as open
    from verifications where user_id = ${userId}`;
  return { all: Number(row?.all ?? 0), open: Number(row?.open ?? 0) };
}

/** Locks a user until the transaction ends, so that decisions about one user's identity run one after the other. */
export async function lockUser(tx: Tx, userId: string): Promise<{ isActive: boolean } | null> {
  const rows = await tx<{ isActive: boolean }[]>`
    select is_active as "isActive" from users where id = ${userId} and deleted_at is null for no key update`;
  return rows[0] ?? null;
}

/** Returns false when another pending or approved one exists. */
export async function insertVerification(tx: Tx, row: VerificationRow): Promise<boolean> {
  const rows = await tx`
    insert into verifications
      (id, user_id, document_type, document_number, front_document, back_document, status, created_at, updated_at)
    values (${row.id}, ${row.userId}, ${row.documentType}, ${row.documentNumber}, ${row.frontDocument},
      ${row.backDocument}, ${row.status}, ${row.createdAt}, ${row.createdAt})
    on conflict (user_id) where status in ('pending', 'approved') do nothing
    returning id`;
  return rows.length > 0;
}

/** Sets a rejected user to pending after a new submission. A status that an administrator approved stays. */
export async function reopenKycStatus(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx`
    update users set kyc_status = 'pending', updated_at = ${now} where id = ${userId} and kyc_status = 'rejected'`;
}

/** Returns false when it is no longer pending. */
export async function settleVerification(
  tx: Tx,
  row: Pick<VerificationRow, "id" | "userId">,
  review: { status: "approved" | "rejected"; reason: string | null; reviewerId: string; now: Date },
): Promise<boolean> {
  const { status, reason, reviewerId, now } = review;
  const rows = await tx`
    update verifications
    set status = ${status}, rejection_reason = ${reason}, reviewed_by = ${reviewerId}, reviewed_at = ${now}, updated_at = ${now}
    where id = ${row.id} and status = 'pending'
    returning id`;
  if (rows.length === 0) return false;
  await tx`update users set kyc_status = ${status}, updated_at = ${now} where id = ${row.userId}`;
  return true;
}

/** Converts a row to its API form. */
export function toVerification(row: VerificationRow): Verification {
  const images = `/api/verification/${row.id}/images`;
  return {
    id: row.id,
    userId: row.userId,
    documentType: row.documentType,
    documentNumber: row.documentNumber,
    frontImageUrl: `${images}/front`,
    backImageUrl: row.backDocument === null ? null : `${images}/back`,
    status: row.status,
    rejectionReason: row.rejectionReason,
    createdAt: row.createdAt.toISOString(),
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
  };
}

export function toAdminVerification(row: OwnedVerificationRow): AdminVerification {
  return { ...toVerification(row), user: row.owner, reviewedBy: row.reviewer };
}

type VerificationFilters = Omit<QueryOf<typeof listAllVerifications>, "limit" | "cursor" | "sort">;
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

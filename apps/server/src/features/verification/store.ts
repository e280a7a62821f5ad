import type { AdminVerification, Verification } from "@wazi/contracts";
import { personColumn, type Person } from "../../core/identity/person-store.ts";
import type { Queryable, Tx } from "../../db/pool.ts";

export interface VerificationRow {
  id: string;
  user_id: string;
  document_type: Verification["documentType"];
  document_number: string | null;
  front_document: string;
  back_document: string | null;
  status: Verification["status"];
  rejection_reason: string | null;
  reviewed_at: Date | null;
  created_at: Date;
}

export interface OwnedVerificationRow extends VerificationRow {
  owner: Person;
  reviewer: Person | null;
}

const COLUMNS = `id, user_id, document_type, document_number, front_document, back_document, status, rejection_reason,
  reviewed_at, created_at`;

/** Columns of an `OwnedVerificationRow`. */
export const OWNED_COLUMNS = `${COLUMNS}, ${personColumn("user_id", "owner")}, ${personColumn("reviewed_by", "reviewer")}`;

export async function findLatestVerification(sql: Queryable, userId: string): Promise<VerificationRow | null> {
  const rows = await sql<VerificationRow[]>`
    select ${sql.raw(COLUMNS)} from verifications where user_id = ${userId} order by created_at desc, id desc limit 1`;
  return rows[0] ?? null;
}

export async function findVerification(sql: Queryable, id: string): Promise<VerificationRow | null> {
  const rows = await sql<VerificationRow[]>`select ${sql.raw(COLUMNS)} from verifications where id = ${id}`;
  return rows[0] ?? null;
}

export async function findVerificationWithOwner(sql: Queryable, id: string): Promise<OwnedVerificationRow | null> {
  const rows = await sql<OwnedVerificationRow[]>`
    select ${sql.raw(OWNED_COLUMNS)} from verifications where id = ${id}`;
  return rows[0] ?? null;
}

/** What a user has submitted so far, and whether the last of it still stands. */
export async function countSubmissions(sql: Queryable, userId: string): Promise<{ all: number; open: number }> {
  const [row] = await sql<{ all: bigint; open: bigint }[]>`
    select count(*) as all, count(*) filter (where status <> 'rejected') as open
    from verifications where user_id = ${userId}`;
  return { all: Number(row?.all ?? 0), open: Number(row?.open ?? 0) };
}

/** Held until the transaction ends: what is decided about a user's identity is decided one after the other. */
export async function lockUser(tx: Tx, userId: string): Promise<{ isActive: boolean } | null> {
  const rows = await tx<{ isActive: boolean }[]>`
    select is_active as "isActive" from users where id = ${userId} and deleted_at is null for no key update`;
  return rows[0] ?? null;
}

/** False when one that is pending or approved came between. */
export async function insertVerification(tx: Tx, row: VerificationRow): Promise<boolean> {
  const rows = await tx`
    insert into verifications
      (id, user_id, document_type, document_number, front_document, back_document, status, created_at, updated_at)
    values (${row.id}, ${row.user_id}, ${row.document_type}, ${row.document_number}, ${row.front_document},
      ${row.back_document}, ${row.status}, ${row.created_at}, ${row.created_at})
    on conflict (user_id) where status in ('pending', 'approved') do nothing
    returning id`;
  return rows.length > 0;
}

/** A new submission after a rejection waits again. What an administrator has approved by hand stays. */
export async function reopenKycStatus(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx`
    update users set kyc_status = 'pending', updated_at = ${now} where id = ${userId} and kyc_status = 'rejected'`;
}

/** False when it is no longer pending. */
export async function settleVerification(
  tx: Tx,
  row: Pick<VerificationRow, "id" | "user_id">,
  review: { status: "approved" | "rejected"; reason: string | null; reviewerId: string; now: Date },
): Promise<boolean> {
  const { status, reason, reviewerId, now } = review;
  const rows = await tx`
    update verifications
    set status = ${status}, rejection_reason = ${reason}, reviewed_by = ${reviewerId}, reviewed_at = ${now}, updated_at = ${now}
    where id = ${row.id} and status = 'pending'
    returning id`;
  if (rows.length === 0) return false;
  await tx`update users set kyc_status = ${status}, updated_at = ${now} where id = ${row.user_id}`;
  return true;
}

/** A row as the API shows it. */
export function toVerification(row: VerificationRow): Verification {
  const images = `/api/verification/${row.id}/images`;
  return {
    id: row.id,
    userId: row.user_id,
    documentType: row.document_type,
    documentNumber: row.document_number,
    frontImageUrl: `${images}/front`,
    backImageUrl: row.back_document === null ? null : `${images}/back`,
    status: row.status,
    rejectionReason: row.rejection_reason,
    createdAt: row.created_at.toISOString(),
    reviewedAt: row.reviewed_at?.toISOString() ?? null,
  };
}

export function toAdminVerification(row: OwnedVerificationRow): AdminVerification {
  return { ...toVerification(row), user: row.owner, reviewedBy: row.reviewer };
}

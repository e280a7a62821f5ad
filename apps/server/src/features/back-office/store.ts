import type { AdminUser } from "@wazi/contracts";
import { pageAt, type PageKey } from "../../core/paging/answer-list.ts";
import type { Queryable } from "../../db/pool.ts";

export interface UserRow {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  country: string;
  is_admin: boolean;
  is_active: boolean;
  kyc_status: AdminUser["kycStatus"];
  created_at: Date;
  last_login_at: Date | null;
}

export interface ListedUserRow extends UserRow {
  page_at: string;
}

export interface UserFilters {
  /** Looked for in name, e-mail, phone and country, without case. */
  search?: string | undefined;
  status?: "active" | "deactivated" | undefined;
  kycStatus?: AdminUser["kycStatus"] | undefined;
}

const columns = `id, email, first_name, last_name, phone, country, is_admin, is_active, kyc_status, created_at, last_login_at`;

/** Everyone but administrators and who was deleted, as far as the filters let through: three parameters in this order. */
const filtered = `not is_admin and deleted_at is null`;
const searched = `lower(concat_ws(' ', first_name, last_name, email, phone, country))`;

interface FilterValues {
  search: string;
  isActive: boolean | null;
  kycStatus: string | null;
}

function valuesOf({ search, status, kycStatus }: UserFilters): FilterValues {
  return {
    search: search ?? "",
    isActive: status === undefined ? null : status === "active",
    kycStatus: kycStatus ?? null,
  };
}

/** The newest first, below a place in the list. */
export function listInvestors(
  sql: Queryable,
  filters: UserFilters,
  after: PageKey,
  limit: number,
): Promise<ListedUserRow[]> {
  const { search, isActive, kycStatus } = valuesOf(filters);
  return sql<ListedUserRow[]>`
    select ${sql.raw(columns)}, ${sql.raw(pageAt("created_at"))} from users
    where ${sql.raw(filtered)} and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)
      and (${search} = '' or strpos(${sql.raw(searched)}, lower(${search})) > 0)
      and (${isActive}::boolean is null or is_active = ${isActive}::boolean)
      and (${kycStatus}::text is null or kyc_status = ${kycStatus}::text)
    order by created_at desc, id desc limit ${limit}`;
}

export async function countInvestors(sql: Queryable, filters: UserFilters): Promise<number> {
  const { search, isActive, kycStatus } = valuesOf(filters);
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from users
    where ${sql.raw(filtered)}
      and (${search} = '' or strpos(${sql.raw(searched)}, lower(${search})) > 0)
      and (${isActive}::boolean is null or is_active = ${isActive}::boolean)
      and (${kycStatus}::text is null or kyc_status = ${kycStatus}::text)`;
  return row?.count ?? 0;
}

export async function findUser(sql: Queryable, id: string): Promise<UserRow | null> {
  const rows = await sql<UserRow[]>`
    select ${sql.raw(columns)} from users where id = ${id} and deleted_at is null`;
  return rows[0] ?? null;
}

/**
 * Finds a user and keeps everybody else from changing them, or starting anything for them, until the transaction ends
 * (migration 0010).
 */
export async function lockUser(tx: Queryable, id: string): Promise<UserRow | null> {
  const rows = await tx<UserRow[]>`
    select ${tx.raw(columns)} from users where id = ${id} and deleted_at is null for update`;
  return rows[0] ?? null;
}

export async function updateKycStatus(tx: Queryable, id: string, kycStatus: AdminUser["kycStatus"]): Promise<void> {
  await tx`update users set kyc_status = ${kycStatus}, updated_at = now() where id = ${id}`;
}

/** Documents that were approved count no longer, so that the user may submit others. */
export async function withdrawApproval(tx: Queryable, userId: string, adminId: string): Promise<void> {
  await tx`
    update verifications set status = 'rejected', rejection_reason = 'Approval withdrawn by an administrator',
      reviewed_by = ${adminId}, reviewed_at = now(), updated_at = now()
    where user_id = ${userId} and status = 'approved'`;
}

export async function updateActive(tx: Queryable, id: string, isActive: boolean): Promise<void> {
  await tx`update users set is_active = ${isActive}, updated_at = now() where id = ${id}`;
}

/** Written in the transaction of its cause, to be sent after it. */
export async function insertMail(tx: Queryable, userId: string, template: string, data: object): Promise<void> {
  await tx`
    insert into mail_outbox (user_id, template, data) values (${userId}, ${template}, ${JSON.stringify(data)}::text::jsonb)`;
}

export async function hasActivePositions(sql: Queryable, userId: string): Promise<boolean> {
  const rows = await sql`select from positions where user_id = ${userId} and is_active limit 1`;
  return rows.length > 0;
}

import type { Administrator, AdminRole } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";

export interface AdministratorRow {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  adminRole: AdminRole;
  createdAt: Date;
  lastLoginAt: Date | null;
}

/** Any user, administrator or not. */
export interface CandidateRow extends AdministratorRow {
  isAdmin: boolean;
  isActive: boolean;
}

const COLUMNS = `id, email, first_name as "firstName", last_name as "lastName", admin_role as "adminRole",
  created_at as "createdAt", last_login_at as "lastLoginAt"`;

/** Oldest first. */
export function listAdministratorRows(sql: Queryable): Promise<AdministratorRow[]> {
  return sql<AdministratorRow[]>`
    select ${sql.raw(COLUMNS)} from users where is_admin and deleted_at is null order by created_at, id`;
}

/**
 * Locks all administrators, in the order of their ids, until the transaction ends, so that changes of rights happen one
 * after another. Rows that only refer to them are not blocked.
 */
export function lockAdministrators(tx: Queryable): Promise<AdministratorRow[]> {
  return tx<AdministratorRow[]>`
    select ${tx.raw(COLUMNS)} from users where is_admin and deleted_at is null order by id for no key update`;
}

export async function findIdByEmail(tx: Queryable, email: string): Promise<string | null> {
  const rows = await tx<{ id: string }[]>`
    select id from users where lower(email) = lower(${email}) and deleted_at is null`;
  return rows[0]?.id ?? null;
}

/** Locks a user against changes and new requests until the transaction ends. */
export async function lockCandidate(tx: Queryable, id: string): Promise<CandidateRow | null> {
  const rows = await tx<CandidateRow[]>`
    select ${tx.raw(COLUMNS)}, is_admin as "isAdmin", is_active as "isActive" from users where id = ${id} and deleted_at is null for update`;
  return rows[0] ?? null;
}

/** @param role null revokes the rights */
export async function updateAdministrator(tx: Queryable, id: string, role: AdminRole | null, now: Date): Promise<void> {
  await tx`
    update users set is_admin = ${role !== null}, admin_role = coalesce(${role}, admin_role), updated_at = ${now}
    where id = ${id}`;
}

export function toAdministrator(row: AdministratorRow): Administrator {
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.adminRole,
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  };
}

import type { AdminUser } from "@wazi/contracts";
import { type ActorAndTime, personColumn } from "../../record/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";

export interface UserRow {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  country: string;
  isAdmin: boolean;
  isActive: boolean;
  kycStatus: AdminUser["kycStatus"];
  createdAt: Date;
  lastLoginAt: Date | null;
}

/** Columns of a `UserRow`. */
export const USER_COLUMNS = `id, email, first_name as "firstName", last_name as "lastName", phone, country,
  is_admin as "isAdmin", is_active as "isActive", kyc_status as "kycStatus", created_at as "createdAt",
  last_login_at as "lastLoginAt"`;

export async function findUserRow(sql: Queryable, id: string): Promise<UserRow | null> {
  const rows = await sql<UserRow[]>`
    select ${sql.raw(USER_COLUMNS)} from users where id = ${id} and deleted_at is null`;
  return rows[0] ?? null;
}

/**
 * Locks a user against changes and new requests until the transaction ends
 * (platform/db/functions/closed-users.sql).
 */
export async function lockUserRow(tx: Queryable, id: string): Promise<UserRow | null> {
  const rows = await tx<UserRow[]>`
    select ${tx.raw(USER_COLUMNS)} from users where id = ${id} and deleted_at is null for update`;
  return rows[0] ?? null;
}

export async function updateKycStatus(tx: Queryable, id: string, kycStatus: AdminUser["kycStatus"]): Promise<void> {
  await tx`update users set kyc_status = ${kycStatus}, updated_at = now() where id = ${id}`;
}

/** The last decision of an administrator on a user's KYC status, directly or on documents; null without one. */
export async function findLastKycDecision(
  tx: Queryable,
  userId: string,
): Promise<(ActorAndTime & { kycStatus: AdminUser["kycStatus"] }) | null> {
  const rows = await tx<(ActorAndTime & { kycStatus: AdminUser["kycStatus"] })[]>`
    select ${tx.raw(personColumn("actor_id", "person"))}, happened_at as at,
      coalesce(after ->> 'kycStatus', after ->> 'status') as "kycStatus"
    from audit_log
    where (action = 'user.set-kyc-status' and subject_id = ${userId})
      or (action = 'verification.review' and subject_id in (select id::text from verifications where user_id = ${userId}))
    order by happened_at desc, id desc limit 1`;
  return rows[0] ?? null;
}

/** Rejects approved documents, so that the user can submit new ones. */
export async function withdrawApproval(tx: Queryable, userId: string, adminId: string): Promise<void> {
  await tx`
    update verifications set status = 'rejected', rejection_reason = 'Approval withdrawn by an administrator',
      reviewed_by = ${adminId}, reviewed_at = now(), updated_at = now()
    where user_id = ${userId} and status = 'approved'`;
}

/** The reason is shown to the user while they are deactivated. */
export async function updateActive(
  tx: Queryable,
  id: string,
  isActive: boolean,
  deactivationReason: string | null,
): Promise<void> {
  await tx`
    update users set is_active = ${isActive}, deactivation_reason = ${deactivationReason}, updated_at = now()
    where id = ${id}`;
}

/** Ends a freeze. @returns false when the user was not frozen */
export async function endFreeze(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx`
    update users set frozen_at = null, updated_at = now() where id = ${id} and frozen_at is not null returning 1`;
  return rows.length > 0;
}

export async function hasActivePositions(sql: Queryable, userId: string): Promise<boolean> {
  const rows = await sql`select from positions where user_id = ${userId} and is_active limit 1`;
  return rows.length > 0;
}

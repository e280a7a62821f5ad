import type { AdminUserDetail } from "@wazi/contracts";
import { personColumn, type Person } from "../../record/api.ts";
import type { Queryable } from "../../platform/db/pool.ts";

type Detail = AdminUserDetail;

/** Times inside of JSON are texts in UTC, to the microsecond. */
export interface UserDetailRow {
  frozenAt: Date | null;
  birthday: string | null;
  preferredMarket: Detail["profile"]["preferredMarket"];
  riskTolerance: Detail["profile"]["riskTolerance"];
  marketingOptIn: boolean;
  hasSecondFactor: boolean;
  deposit: Detail["pendingItems"]["deposit"];
  withdrawal: Detail["pendingItems"]["withdrawal"];
  verification: Detail["verification"];
}

/**
 * Reads a user's data other than money, without the password hash and the content of documents.
 * @throws Error unknown user; rows are never deleted
 */
export async function readUserDetail(sql: Queryable, userId: string): Promise<UserDetailRow> {
  const [row] = await sql<UserDetailRow[]>`
    select u.frozen_at as "frozenAt", u.birthday, u.preferred_market as "preferredMarket", u.risk_tolerance as "riskTolerance",
      u.marketing_opt_in as "marketingOptIn", u.has_second_factor as "hasSecondFactor",
      (select jsonb_build_object('id', d.id, 'amount', d.amount::text, 'createdAt', d.created_at)
        from deposits d where d.user_id = u.id and d.status = 'pending') as deposit,
      (select jsonb_build_object('id', w.id, 'amount', w.amount::text, 'status', w.status, 'createdAt', w.created_at)
        from withdrawals w where w.user_id = u.id and w.status in ('pending', 'processing')) as withdrawal,
      (select to_jsonb(latest) from (
        select v.id, v.document_type as "documentType", v.status, v.rejection_reason as "rejectionReason",
          v.created_at as "createdAt", v.reviewed_at as "reviewedAt", ${sql.raw(personColumn("v.reviewed_by", '"reviewedBy"'))}
        from verifications v where v.user_id = u.id order by v.created_at desc, v.id desc limit 1
      ) latest) as verification
    from users u where u.id = ${userId}`;
  if (!row) throw new Error(`No user ${userId}`);
  return row;
}

export interface DeactivationRow {
  at: Date;
  reason: string | null;
  by: Person | null;
}

/** The user's last deactivation, or null. */
export async function findDeactivation(sql: Queryable, userId: string): Promise<DeactivationRow | null> {
  const rows = await sql<DeactivationRow[]>`
    select happened_at as at, after ->> 'reason' as reason, ${sql.raw(personColumn("actor_id", "by"))}
    from audit_log where subject_id = ${userId} and action = 'user.deactivate'
    order by happened_at desc, id desc limit 1`;
  return rows[0] ?? null;
}

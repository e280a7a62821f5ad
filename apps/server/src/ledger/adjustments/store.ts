import type { AdjustmentStatus, AdminRole } from "@wazi/contracts";
import type { Person } from "@wazi/contracts";
import { personColumn } from "../../record/api.ts";
import type { RowFor } from "../door/door-rows.ts";
import { allOf, part, type Part, type Queryable } from "../../platform/db/pool.ts";

/** A row of the table; figures are decimal strings. */
export type AdjustmentRow = RowFor<"adjustments">;

/** An adjustment with the people that it names. */
export interface NamedAdjustmentRow extends AdjustmentRow {
  before: Record<string, string>;
  after: Record<string, string>;
  user: Person;
  asker: Person;
  /** The asker's current role; null if no longer an administrator. */
  askerRole: AdminRole | null;
  decider: Person | null;
}

const MAX_LISTED = 200;

const COLUMNS = `id, kind, user_id as "userId", deposit_id as "depositId", transaction_hash as "transactionHash", before,
  after, counted::text, reason, status, asked_by as "askedBy", asked_at as "askedAt", expires_at as "expiresAt",
  decided_by as "decidedBy", decided_at as "decidedAt", note, version::text, ${personColumn("user_id", '"user"')},
  ${personColumn("asked_by", "asker")}, ${personColumn("decided_by", "decider")},
  (select case when a.is_admin and a.deleted_at is null then a.admin_role end from users a where a.id = asked_by) as "askerRole"`;

export async function findAdjustment(sql: Queryable, id: string): Promise<NamedAdjustmentRow | null> {
  const rows = await sql<NamedAdjustmentRow[]>`select ${sql.raw(COLUMNS)} from adjustments where id = ${id}`;
  return rows[0] ?? null;
}

function toStatusCondition(status: AdjustmentStatus | undefined, now: Date): Part | undefined {
  switch (status) {
    case undefined:
      return undefined;
    case "pending":
      return part`status = 'pending' and expires_at > ${now}`;
    case "expired":
      return part`status = 'pending' and expires_at <= ${now}`;
    case "applied":
    case "rejected":
    case "withdrawn":
      return part`status = ${status}`;
  }
}

/** Lists adjustments: pending ones first, then the newest. */
export function listAdjustmentRows(
  sql: Queryable,
  filters: { status?: AdjustmentStatus | undefined; user?: string | undefined },
  now: Date,
): Promise<NamedAdjustmentRow[]> {
  const { status, user } = filters;
  const condition = allOf([user ? part`user_id = ${user}::uuid` : undefined, toStatusCondition(status, now)]);
  return sql<NamedAdjustmentRow[]>`
    select ${sql.raw(COLUMNS)} from adjustments where ${condition}
    order by (status = 'pending' and expires_at > ${now}) desc, asked_at desc, id desc limit ${MAX_LISTED}`;
}

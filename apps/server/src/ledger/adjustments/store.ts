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

/** Text of the number of administrators who may approve what `asked.admin_id` asks for `asked.investor_id`. */
const APPROVERS = `(
    select count(*)::int from users
    where is_admin and admin_role in ('money', 'full') and deleted_at is null and is_active
      and id <> asked.admin_id and id is distinct from asked.investor_id
  )`;

/** The figures that limit an adjustment by an administrator for an investor. */
export interface AdjustmentSums {
  /** The amount that administrators adjusted alone for the investor since the time. */
  adjustedBefore: string;
  /** The amount that the administrator adjusted alone for all investors since then. */
  adjustedByAdmin: string;
  approvers: number;
}

/** Text of the columns of `AdjustmentSums`, over `asked` with an administrator's and an investor's id and a time `since`. */
export const ADJUSTMENT_SUMS = `adjusted_alone_since(asked.investor_id, asked.since)::text as "adjustedBefore",
  adjusted_alone_by(asked.admin_id, asked.since)::text as "adjustedByAdmin", ${APPROVERS} as approvers`;

export async function readAdjustmentSums(
  sql: Queryable,
  { adminId, userId, since }: { adminId: string; userId: string; since: Date },
): Promise<AdjustmentSums> {
  const [row] = await sql<AdjustmentSums[]>`
    select ${sql.raw(ADJUSTMENT_SUMS)}
    from (select ${adminId}::uuid as admin_id, ${userId}::uuid as investor_id, ${since}::timestamptz as since) asked`;
  return row ?? { adjustedBefore: "0", adjustedByAdmin: "0", approvers: 0 };
}

/** Counts the administrators who may approve what `adminId` asks for some investor. */
export async function countApprovers(sql: Queryable, adminId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select ${sql.raw(APPROVERS)} as count from (select ${adminId}::uuid as admin_id, null::uuid as investor_id) asked`;
  return row?.count ?? 0;
}

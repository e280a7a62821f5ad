import type { AuditEntry } from "@wazi/contracts";
import { pageAt, type PageKey } from "../../core/paging/answer-list.ts";
import type { Queryable } from "../../db/pool.ts";

export interface AuditFilters {
  actor?: string | undefined;
  subjectType?: string | undefined;
  subjectId?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface ListedAuditRow {
  id: bigint;
  actor_id: string | null;
  actor: AuditEntry["actor"];
  action: string;
  subject_type: string;
  subject_id: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string | null;
  happened_at: Date;
  page_at: string;
}

const actor = `(select jsonb_build_object('email', u.email, 'firstName', u.first_name, 'lastName', u.last_name)
  from users u where u.id = actor_id) as actor`;

/** The latest first, below a place in the list; `from` is counted in, `to` is not. */
export function listAuditRows(
  sql: Queryable,
  filters: AuditFilters,
  after: PageKey,
  limit: number,
): Promise<ListedAuditRow[]> {
  const { actor: actorId = null, subjectType = null, subjectId = null, action = null } = filters;
  return sql<ListedAuditRow[]>`
    select id, actor_id, ${sql.raw(actor)}, action, subject_type, subject_id, before, after, address, happened_at,
      ${sql.raw(pageAt("happened_at"))}
    from audit_log
    where (happened_at, id) < (${after.at}::timestamptz, ${after.id}::bigint)
      and happened_at >= coalesce(${filters.from ?? null}::timestamptz, '-infinity')
      and happened_at < coalesce(${filters.to ?? null}::timestamptz, 'infinity')
      and (${actorId}::uuid is null or actor_id = ${actorId}::uuid)
      and (${subjectType}::text is null or subject_type = ${subjectType}::text)
      and (${subjectId}::text is null or subject_id = ${subjectId}::text)
      and (${action}::text is null or action = ${action}::text)
    order by happened_at desc, id desc limit ${limit}`;
}

/** A row as the API shows it. */
export function auditEntryOf(row: ListedAuditRow): AuditEntry {
  return {
    id: String(row.id),
    actorId: row.actor_id,
    actor: row.actor,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    before: row.before,
    after: row.after,
    address: row.address,
    happenedAt: row.happened_at.toISOString(),
  };
}

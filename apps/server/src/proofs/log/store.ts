import type { Queryable } from "../../platform/db/pool.ts";

/** A logged audit entry and its row as it is now; the fields of a row that is gone are null. */
export interface LoggedAuditRow {
  position: number;
  auditId: string;
  leaf: string;
  isThere: boolean;
  kept: string | null;
  keptNonce: Buffer | null;
  texts: string | null;
  textsNonce: Buffer | null;
  /** True when the row has no text that erasing would remove. */
  isWithoutTexts: boolean | null;
  address: string | null;
  addressNonce: Buffer | null;
}

/** The logged audit entries after a position, in the order of the log. */
export async function listLoggedAuditRows(sql: Queryable, after: number, limit: number): Promise<LoggedAuditRow[]> {
  const rows = await sql<(Omit<LoggedAuditRow, "position"> & { position: bigint })[]>`
    select l.position, l.subject as "auditId", l.leaf, a.id is not null as "isThere",
      audit_kept_part(a.id, a.actor_id, a.action, a.subject_type, a.subject_id, a.happened_at, a.before, a.after) as kept,
      n.kept as "keptNonce", jsonb_build_array(a.before, a.after)::text as texts, n.texts as "textsNonce",
      a.before is not distinct from without_personal_texts(a.before)
        and a.after is not distinct from without_personal_texts(a.after) as "isWithoutTexts",
      a.address, n.address as "addressNonce"
    from log_leaves l
    left join audit_log a on a.id = l.subject::bigint
    left join audit_nonces n on n.audit_id = a.id
    where l.kind = 'audit' and l.position > ${after}::bigint order by l.position limit ${limit}`;
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

/** The leaves of audit entries after a position, in the order of the log. */
export async function listAuditLeaves(
  sql: Queryable,
  after: number,
  limit: number,
): Promise<{ position: number; leaf: string }[]> {
  const rows = await sql<{ position: bigint; leaf: string }[]>`
    select position, leaf from log_leaves where kind = 'audit' and position > ${after}::bigint order by position limit ${limit}`;
  return rows.map(({ position, leaf }) => ({ position: Number(position), leaf }));
}

/** The audit entries that were never logged, and do not wait to be. */
export async function listUnloggedAuditIds(sql: Queryable, limit: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select a.id::text as id from audit_log a
    where not exists (select from log_leaves l where l.subject = a.id::text and l.kind = 'audit')
      and not exists (select from log_outbox o where o.subject = a.id::text and o.kind = 'audit')
    order by a.id limit ${limit}`;
  return rows.map(({ id }) => id);
}

/** More waiting leaves than this are not counted. */
const MOST_COUNTED = 100_000;

interface LogBacklog {
  waiting: number;
  /** When the oldest waiting leaf was written; null without one. */
  oldestAt: Date | null;
  isStopped: boolean;
}

export async function readLogBacklog(sql: Queryable): Promise<LogBacklog> {
  const [row] = await sql<LogBacklog[]>`
    select (select count(*)::int from (select from log_outbox limit ${MOST_COUNTED}) o) as waiting,
      (select written_at from log_outbox order by id limit 1) as "oldestAt",
      exists (select from log_state where stopped is not null) as "isStopped"`;
  return row ?? { waiting: 0, oldestAt: null, isStopped: false };
}

import { type AuditEvent, type listAuditEvents, MAX_COUNTED_ROWS, type QueryOf } from "@wazi/contracts";
import type { Person } from "@wazi/contracts";
import { matchesPerson, personColumn } from "../../record/api.ts";
import type { PlacedRow, Slice, TableOrder } from "../../platform/paging/table-order.ts";
import { allOf, part, type Part, type Queryable } from "../../platform/db/pool.ts";

type AuditSubject = Pick<AuditEvent, "about" | "amount">;

interface SubjectRow {
  subject: string;
  user_id: string;
  person: Person;
  amount: string | null;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Reads the owner of each subject, and the amount of deposits and withdrawals, by the subject's id. Subjects without an owner
 * are left out. Names are read here rather than stored in the log, so that a deleted user leaves no personal data.
 */
export async function readAuditSubjects(
  sql: Queryable,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, AuditSubject>> {
  const ids = [...new Set(subjectIds.filter((id) => uuid.test(id)))];
  if (ids.length === 0) return new Map();
  const rows = await sql<SubjectRow[]>`
    select subject, user_id, amount, ${sql.raw(personColumn("user_id", "person"))} from (
      select id::text as subject, id as user_id, null::text as amount from users where id = any(${ids}::uuid[])
      union all
      select id::text, user_id, amount::text from deposits where id = any(${ids}::uuid[])
      union all
      select id::text, user_id, amount::text from withdrawals where id = any(${ids}::uuid[])
      union all
      select id::text, user_id, null from verifications where id = any(${ids}::uuid[])
      union all
      select id::text, user_id, null from exits where id = any(${ids}::uuid[])
    ) subjects`;
  return new Map(
    rows.map(({ subject, user_id: id, person, amount }) => [subject, { about: { ...person, id }, amount }]),
  );
}

type AuditFilters = Omit<QueryOf<typeof listAuditEvents>, "limit" | "cursor">;

export interface ListedAuditRow extends PlacedRow {
  id: bigint;
  actorId: string | null;
  actor: Person | null;
  action: string;
  subjectType: string;
  subjectId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  address: string | null;
  happenedAt: Date;
}

/** Latest first. */
export const auditOrder: TableOrder = {
  keys: [
    { sql: "happened_at", type: "timestamptz" },
    { sql: "id", type: "bigint" },
  ],
  isDescending: true,
};

/** A search that finds more people does not look for what they did further back than MAX_SCANNED_ROWS. */
const MAX_ACTORS = 10_000;
/** Rows that a search scans before it uses the word index. */
const MAX_SCANNED_ROWS = 5_000;

const COLUMNS = `id, actor_id as "actorId", ${personColumn("actor_id", "actor")}, action,
  subject_type as "subjectType", subject_id as "subjectId", before, after, address, happened_at as "happenedAt"`;

/** `from` is inclusive, `to` is exclusive. */
function toFilterCondition({ actor, subjectType, subjectId, action, from, to }: AuditFilters): Part {
  return allOf([
    actor && part`actor_id = ${actor}::uuid`,
    subjectType && part`subject_type = ${subjectType}`,
    subjectId && part`subject_id = ${subjectId}`,
    action && part`action = ${action}`,
    from && part`happened_at >= ${from}::timestamptz`,
    to && part`happened_at < ${to}::timestamptz`,
  ]);
}

const matchesWords = (search: string): Part => part`words @@ words_query(${search})`;
const matchesSearch = (search: string): Part => part`(${matchesWords(search)} or ${matchesPerson("actor_id", search)})`;

/** The user's id and the ids of their requests, which events can be about. */
const selectSubjects = (userId: string): Part => part`
  select ${userId}::uuid::text as subject
  union all select id::text from deposits where user_id = ${userId}
  union all select id::text from withdrawals where user_id = ${userId}
  union all select id::text from verifications where user_id = ${userId}
  union all select id::text from exits where user_id = ${userId}`;

/** A slice of the matching rows. */
export function listAuditRows(sql: Queryable, filters: AuditFilters, slice: Slice): Promise<ListedAuditRow[]> {
  const { user, search } = filters;
  if (user) return listUserRows(sql, { ...filters, user }, slice);
  if (search) return searchRows(sql, { ...filters, search }, slice);
  return sql<ListedAuditRow[]>`
    select ${sql.raw(COLUMNS)}, ${slice.place} from audit_log
    where ${toFilterCondition(filters)} and ${slice.where} order by ${slice.orderBy} limit ${slice.limit}`;
}

/**
 * Rows by a user or about them, each read from an index. Scanning the log instead would take longest for users with the
 * fewest rows.
 */
function listUserRows(
  sql: Queryable,
  filters: AuditFilters & { user: string },
  slice: Slice,
): Promise<ListedAuditRow[]> {
  const { user, search } = filters;
  const left = allOf([toFilterCondition(filters), search && matchesSearch(search), slice.where]);
  return sql<ListedAuditRow[]>`
    with subjects as materialized (${selectSubjects(user)}), found as (
      (select happened_at, id from audit_log where actor_id = ${user}::uuid and ${left}
        order by ${slice.orderBy} limit ${slice.limit})
      union
      select about.* from subjects cross join lateral (
        select happened_at, id from audit_log where subject_id = subject and ${left}
        order by ${slice.orderBy} limit ${slice.limit}
      ) about
    )
    select ${sql.raw(COLUMNS)}, ${slice.place} from audit_log
    where id in (select id from found order by ${slice.orderBy} limit ${slice.limit})
    order by ${slice.orderBy} limit ${slice.limit}`;
}

/**
 * Frequent matches fill a page from the nearest rows. Only rare matches are looked up in the whole log, by their words and
 * actors, and there are few of them.
 */
async function searchRows(
  sql: Queryable,
  filters: AuditFilters & { search: string },
  slice: Slice,
): Promise<ListedAuditRow[]> {
  const { search } = filters;
  const left = allOf([toFilterCondition(filters), slice.where]);
  const near = await sql<ListedAuditRow[]>`
    select ${sql.raw(COLUMNS)}, ${slice.place} from (
      select * from audit_log where ${left} order by ${slice.orderBy} limit ${MAX_SCANNED_ROWS}
    ) near where ${matchesSearch(search)} order by ${slice.orderBy} limit ${slice.limit}`;
  if (near.length === slice.limit) return near;
  return sql<ListedAuditRow[]>`
    with worded as materialized (select happened_at, id from audit_log where ${matchesWords(search)} and ${left}),
    actors as materialized (select unnest(find_people(${search}, ${MAX_ACTORS + 1})) as id), found as (
      (select * from worded order by ${slice.orderBy} limit ${slice.limit})
      union
      select done.* from actors cross join lateral (
        select happened_at, id from audit_log where actor_id = actors.id and ${left}
        order by ${slice.orderBy} limit ${slice.limit}
      ) done
    )
    select ${sql.raw(COLUMNS)}, ${slice.place} from audit_log
    where id in (select id from found order by ${slice.orderBy} limit ${slice.limit})
    order by ${slice.orderBy} limit ${slice.limit}`;
}

/** Number of matching rows without the search; undefined above MAX_COUNTED_ROWS. */
export async function countAuditRows(sql: Queryable, filters: AuditFilters): Promise<number | undefined> {
  const most = MAX_COUNTED_ROWS + 1;
  const left = toFilterCondition(filters);
  const { user } = filters;
  const counted = user
    ? part`
      (select id from audit_log where actor_id = ${user}::uuid and ${left} limit ${most})
      union
      (select about.id from (${selectSubjects(user)}) subjects
        join audit_log about on about.subject_id = subjects.subject where ${left} limit ${most})`
    : part`select id from audit_log where ${left} limit ${most}`;
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from (${counted}) counted`;
  return row && row.count < most ? row.count : undefined;
}

export function toAuditEvent(row: ListedAuditRow, subject: AuditSubject | undefined): AuditEvent {
  return {
    id: String(row.id),
    actorId: row.actorId,
    actor: row.actor,
    action: row.action,
    subjectType: row.subjectType,
    subjectId: row.subjectId,
    about: subject?.about ?? null,
    amount: subject?.amount ?? null,
    before: row.before,
    after: row.after,
    address: row.address,
    happenedAt: row.happenedAt.toISOString(),
  };
}

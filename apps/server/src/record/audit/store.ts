import { part, type Part, type Queryable, raw, type Sql } from "../../platform/db/pool.ts";
import type { ActorAndTime } from "./actor-and-time.ts";
import type { Person } from "@wazi/contracts";

/** The caller of a request with their IP address, for the audit log. */
export const toAuditActor = ({ user, request }: { user: { id: string }; request: { ip: string } }): AuditActor => ({
  id: user.id,
  address: request.ip,
});

/** Column list text: the person with the id in a column; null when the column is null. */
export const personColumn = (idColumn: string, name: string): string =>
  `(select jsonb_build_object('email', person.email, 'firstName', person.first_name, 'lastName', person.last_name)
    from users person where person.id = ${idColumn}) as ${name}`;

/** Picks the fields of a person from a signed-in user. */
export const toPerson = ({ email, firstName, lastName }: Person): Person => ({ email, firstName, lastName });

/**
 * Condition: the name or e-mail address of the person in a column contains a text, ignoring case. It reads the person of each
 * row, for searches that many rows match.
 */
export const matchesPerson = (idColumn: string, search: string): Part =>
  part`(select strpos(person.search_text, lower(${search})) > 0 from users person where person.id = ${raw(idColumn)})`;

/** The user who makes a request, and the network address of the request. */
export interface AuditActor {
  id: string;
  address: string | null;
}

/** The administrator who makes a decision. Responses show the name. */
export interface ActingAdministrator extends AuditActor {
  person: Person;
}

/**
 * An event for the audit log. `action` is `noun.verb`, such as user.deactivate. `actorId` is null when no user is
 * signed in.
 */
export interface NewAuditEvent {
  actorId: string | null;
  action: string;
  subjectType: string;
  subjectId: string;
  address: string | null;
  before?: object | null;
  after?: object | null;
}

/**
 * Appends to the audit log, in the same transaction as the recorded action. Events must not contain passwords, tokens
 * or documents. Money operations write their events through the ledger's door instead.
 */
export async function insertAuditEvent(tx: Queryable, row: NewAuditEvent): Promise<void> {
  await insertNumberedAuditEvent(tx, row);
}

/** As `insertAuditEvent`. @returns the entry's id */
export async function insertNumberedAuditEvent(tx: Queryable, row: NewAuditEvent): Promise<bigint> {
  const [entry] = await tx<{ id: bigint }[]>`
    insert into audit_log (actor_id, action, subject_type, subject_id, before, after, address)
    values (${row.actorId}, ${row.action}, ${row.subjectType}, ${row.subjectId},
      ${jsonOf(row.before)}::text::jsonb, ${jsonOf(row.after)}::text::jsonb, ${row.address})
    returning id`;
  return entry?.id ?? 0n;
}

/**
 * Appends to the audit log unless the same event was written in the last `withinMs` milliseconds: same actor, action,
 * subject and `after`, from any address. It is for actions that a user can repeat without limit.
 */
export async function insertAuditEventUnlessRecent(sql: Sql, row: NewAuditEvent, withinMs: number): Promise<void> {
  const same = [row.actorId, row.action, row.subjectType, row.subjectId, jsonOf(row.after)];
  await sql.begin(async (tx) => {
    // The lock comes before the check. Without it, two concurrent calls would both find no event.
    await tx`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(same)}, 0))`;
    const recent = await tx`
      select from audit_log
      where subject_id = ${row.subjectId} and happened_at > clock_timestamp() - make_interval(secs => ${withinMs / 1_000})
        and subject_type = ${row.subjectType} and action = ${row.action}
        and actor_id is not distinct from ${row.actorId}::uuid
        and after is not distinct from ${jsonOf(row.after)}::text::jsonb
      limit 1`;
    if (recent.length === 0) await insertAuditEvent(tx, row);
  });
}

/** Finds the latest of these actions on a subject, with its actor and time; null when there is none. */
export async function findLastAuditEvent(
  tx: Queryable,
  subjectId: string,
  actions: readonly string[],
): Promise<(ActorAndTime & { action: string }) | null> {
  const rows = await tx<(ActorAndTime & { action: string })[]>`
    select ${tx.raw(personColumn("actor_id", "person"))}, happened_at as at, action from audit_log
    where subject_id = ${subjectId} and action = any(${actions}::text[]) order by happened_at desc, id desc limit 1`;
  return rows[0] ?? null;
}

function jsonOf(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

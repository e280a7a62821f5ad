import { type Administrator, type AdminRole, type Person, type SharedTrace } from "@wazi/contracts";
import { personColumn } from "../../record/api.ts";
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

/** From when an administrator counts as a second person, for others' acts and for those of the one who looks. */
export interface Eligibility {
  eligibleFrom: Date | null;
  eligibleWithYouFrom: Date | null;
}

/** Oldest first. */
export function listAdministratorRows(sql: Queryable, viewerId: string): Promise<(AdministratorRow & Eligibility)[]> {
  return sql<(AdministratorRow & Eligibility)[]>`
    select ${sql.raw(COLUMNS)}, eligible_from(id) as "eligibleFrom", may_decide_from(id, ${viewerId}::uuid) as "eligibleWithYouFrom"
    from users where is_admin and deleted_at is null order by created_at, id`;
}

export async function readEligibility(sql: Queryable, id: string, viewerId: string | null): Promise<Eligibility> {
  const [row] = await sql<Eligibility[]>`
    select eligible_from(${id}::uuid) as "eligibleFrom", may_decide_from(${id}::uuid, ${viewerId}::uuid) as "eligibleWithYouFrom"`;
  return row ?? { eligibleFrom: null, eligibleWithYouFrom: null };
}

/** The number of administrators, and of those who count as a second person. */
export async function countEligible(sql: Queryable, now: Date): Promise<{ all: number; eligible: number }> {
  const [row] = await sql<{ all: number; eligible: number }[]>`
    select count(*)::int as "all", count(*) filter (where eligible_from(id) <= ${now})::int as eligible
    from users where is_admin and deleted_at is null`;
  return row ?? { all: 0, eligible: 0 };
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

/** The browsers and network addresses that these administrators shared with others in the last 30 days. */
export async function listSharedTraces(sql: Queryable, ids: readonly string[]): Promise<SharedTrace[]> {
  if (ids.length === 0) return [];
  const [row] = await sql<{ shared: SharedTrace[] }[]>`
    select shared_traces(${[...new Set(ids)]}::uuid[], now() - interval '30 days') as shared`;
  return row?.shared ?? [];
}

/** An appointment; the times are as in the table. */
export interface AppointmentRow {
  id: string;
  administratorId: string;
  candidate: Person;
  role: AdminRole;
  askedBy: string;
  asker: Person;
  askedAt: Date;
  confirmedAt: Date | null;
  confirmers: (Person & { id: string })[];
}

export interface NewAppointment {
  administratorId: string;
  role: AdminRole;
  /** Null: the machine. */
  askedBy: string | null;
  at: Date;
  /** False: it waits for another administrator. */
  isConfirmed: boolean;
}

/**
 * Ends an administrator's appointments: all, or only these. Call it after `lockAdministrators`.
 * @param by who declined them, if one did
 */
export async function endAppointments(
  tx: Queryable,
  administratorId: string,
  { only, by = null, now }: { only?: "waiting" | "in-force"; by?: string | null; now: Date },
): Promise<void> {
  await tx`
    update appointments set ended_at = ${now}, declined_by = ${by}
    where administrator_id = ${administratorId} and ended_at is null
      and (${only ?? null}::text is null or (confirmed_at is null) = (${only ?? null}::text = 'waiting'))`;
}

export async function insertAppointment(tx: Queryable, row: NewAppointment): Promise<string> {
  const [inserted] = await tx<{ id: string }[]>`
    insert into appointments (administrator_id, role, asked_by, asked_at, confirmed_at)
    values (${row.administratorId}, ${row.role}, ${row.askedBy}, ${row.at}, ${row.isConfirmed ? row.at : null}) returning id`;
  if (inserted === undefined) throw new Error("the appointment was not inserted");
  return inserted.id;
}

/** A second person: the role is given at this time. */
export async function markConfirmed(tx: Queryable, id: string, by: string, now: Date): Promise<void> {
  await tx`update appointments set confirmed_by = ${by}, confirmed_at = ${now} where id = ${id}`;
}

/** A third one agrees to an appointment that is in force. */
export async function markAgreed(tx: Queryable, id: string, by: string, now: Date): Promise<void> {
  await tx`update appointments set third_by = ${by}, third_at = ${now} where id = ${id}`;
}

const LONGEST_WAIT = "interval '30 days'";

/** Confirmers: full access, eligible with the one who asked, not appointed by them, and without a part in it so far. */
const APPOINTMENT_COLUMNS = `p.id, p.administrator_id as "administratorId", ${personColumn("p.administrator_id", "candidate")}, p.role,
  p.asked_by as "askedBy", ${personColumn("p.asked_by", "asker")}, p.asked_at as "askedAt", p.confirmed_at as "confirmedAt",
  (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'email', c.email, 'firstName', c.first_name, 'lastName', c.last_name)
      order by c.created_at, c.id), '[]')
    from users c join appointments own on own.administrator_id = c.id and own.confirmed_at is not null and own.ended_at is null
    where c.is_admin and c.admin_role = 'full' and c.id <> p.administrator_id and c.id is distinct from p.confirmed_by
      and own.asked_by is distinct from p.asked_by and may_decide_with(c.id, p.asked_by, asked.at)) as confirmers`;

/** Waiting since `since`, or in force for less than 30 days without a third administrator's word. */
const IS_OPEN = `p.asked_by is not null and p.ended_at is null and p.third_by is null
  and exists (select from users k where k.id = p.administrator_id and k.deleted_at is null)
  and (p.confirmed_at is null and p.asked_at > asked.since
    or p.confirmed_at > asked.at - ${LONGEST_WAIT} and p.role in ('money', 'full'))`;

interface Moment {
  now: Date;
  /** Those that wait since before have expired. */
  since: Date;
}

export function listOpenAppointments(sql: Queryable, { now, since }: Moment): Promise<AppointmentRow[]> {
  return sql<AppointmentRow[]>`
    select ${sql.raw(APPOINTMENT_COLUMNS)}
    from appointments p cross join (select ${now}::timestamptz as at, ${since}::timestamptz as since) asked
    where ${sql.raw(IS_OPEN)} order by p.confirmed_at nulls first, p.asked_at, p.id limit 50`;
}

export async function findOpenAppointment(
  sql: Queryable,
  id: string,
  { now, since }: Moment,
): Promise<AppointmentRow | null> {
  const [row] = await sql<AppointmentRow[]>`
    select ${sql.raw(APPOINTMENT_COLUMNS)}
    from appointments p cross join (select ${now}::timestamptz as at, ${since}::timestamptz as since) asked
    where p.id = ${id} and ${sql.raw(IS_OPEN)}`;
  return row ?? null;
}

/** The id of an appointment of this user that waits. */
export async function findWaitingAppointment(sql: Queryable, userId: string, since: Date): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select id from appointments where administrator_id = ${userId} and confirmed_at is null and ended_at is null and asked_at > ${since}`;
  return row?.id ?? null;
}

export function toAdministrator(row: AdministratorRow & Eligibility): Administrator {
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.adminRole,
    createdAt: row.createdAt.toISOString(),
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    eligibleFrom: row.eligibleFrom?.toISOString() ?? null,
    eligibleWithYouFrom: row.eligibleWithYouFrom?.toISOString() ?? null,
  };
}

import type { Queryable, Sql } from "../../platform/db/pool.ts";
import { announceEndedSessions } from "../../platform/hints/store.ts";
import { HOUR_MS, type OwnSession } from "@wazi/contracts";
import { type JsonRow, parseDates, type UserRead } from "../../platform/http/user-read.ts";
import { ENOUGH_ANSWERS, gatherReads } from "../../platform/base/gather.ts";
import type { SessionRow } from "../../platform/http/session-user.ts";

/** A list limit far above the number of sessions that a user has. */
const MAX_LISTED_SESSIONS = 100;

export interface SessionListRow {
  /** Not a secret: it cannot be used to sign in. */
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  ip: string;
  userAgent: string;
}

/** Converts a row to the API format. */
export function toListedSession(row: SessionListRow): Omit<OwnSession, "isCurrent"> {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    address: row.ip,
    userAgent: row.userAgent,
  };
}

/** Active sessions have not expired at `now` and were last seen after `seenAfter`. */
interface ActiveSessions {
  now: Date;
  seenAfter: Date;
}

/** Returns the condition for sessions that are active at a time. */
export const activeSessionsAt = (now: Date): ActiveSessions => ({
  now,
  seenAfter: new Date(now.getTime() - SESSION_IDLE_MS),
});

const LIST_COLUMNS = `l.id, l.created_at as "createdAt", l.last_seen_at as "lastSeenAt", l.expires_at as "expiresAt", l.ip,
  l.user_agent as "userAgent"`;
const LIST_ORDER = "l.last_seen_at desc, l.created_at desc, l.id";

/** Lists a user's active sessions, last used first. */
export function listSessions(tx: Queryable, userId: string, when: ActiveSessions): Promise<SessionListRow[]> {
  return tx<SessionListRow[]>`
    select ${tx.raw(LIST_COLUMNS)}
    from sessions l where l.user_id = ${userId} and l.expires_at > ${when.now} and l.last_seen_at > ${when.seenAfter}
    order by ${tx.raw(LIST_ORDER)} limit ${MAX_LISTED_SESSIONS}`;
}

type OwnSessionRow = SessionListRow & { isCurrent: boolean };

/** The active sessions of the caller, last used first. */
export const ownSessionsRead: UserRead<OwnSessionRow[]> = {
  own: `select json_agg(listed) from (
      select ${LIST_COLUMNS}, l.sid_hash = s.sid_hash as "isCurrent"
      from sessions l where l.user_id = u.id and l.expires_at > asked.now and l.last_seen_at > asked.seen_after
      order by ${LIST_ORDER} limit ${MAX_LISTED_SESSIONS}
    ) listed`,
  parse: (rows: JsonRow<OwnSessionRow>[] | null) =>
    (rows ?? []).map((row) => parseDates<OwnSessionRow>(row, ["createdAt", "lastSeenAt", "expiresAt"])),
};

export async function countSessions(tx: Queryable, userId: string, when: ActiveSessions): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from sessions
    where user_id = ${userId} and expires_at > ${when.now} and last_seen_at > ${when.seenAfter}`;
  return row?.count ?? 0;
}

/**
 * Ends one session of a user, in every process at once.
 * @returns true when it was the current one; undefined when the user has no session with this id
 */
export async function deleteUserSession(
  tx: Queryable,
  userId: string,
  sessionId: string,
  current: Buffer | undefined,
): Promise<boolean | undefined> {
  const rows = await tx<{ wasCurrent: boolean }[]>`
    delete from sessions where id = ${sessionId} and user_id = ${userId}
    returning coalesce(sid_hash = ${current ?? null}::bytea, false) as "wasCurrent"`;
  if (rows.length > 0) await announceEndedSessions(tx, userId);
  return rows[0]?.wasCurrent;
}

export interface NewSession {
  sidHash: Buffer;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  ip: string;
  userAgent: string;
}

/** The next sign-in with any browser is one with a new device. */
export async function forgetDevices(tx: Queryable, userId: string): Promise<void> {
  await tx`delete from known_devices where user_id = ${userId}`;
}

/** True when the user has signed in with some browser before. */
export async function hasKnownDevice(tx: Queryable, userId: string): Promise<boolean> {
  const rows = await tx`select 1 from known_devices where user_id = ${userId} limit 1`;
  return rows.length > 0;
}

/** @returns false for a frozen account, which gets no session */
export async function insertSession(tx: Queryable, session: NewSession): Promise<boolean> {
  const rows = await tx`
    insert into sessions (sid_hash, user_id, created_at, last_seen_at, expires_at, ip, user_agent)
    select ${session.sidHash}, id, ${session.createdAt}, ${session.createdAt}, ${session.expiresAt}, ${session.ip},
      ${session.userAgent}
    from users where id = ${session.userId} and frozen_at is null for share
    returning 1`;
  return rows.length > 0;
}

/** Ends the sessions of a user beyond the ones used last. */
export async function deleteOldestSessions(tx: Queryable, userId: string, kept: number): Promise<void> {
  await tx`
    delete from sessions where sid_hash in (
      select sid_hash from sessions where user_id = ${userId} order by last_seen_at desc, created_at desc offset ${kept})`;
}

/** The times by which a session is judged: it has expired by `now`, or was last seen before `seenAfter`. */
export interface SessionLookup {
  sidHash: Buffer;
  now: Date;
  seenAfter: Date;
}

/** Column text of a session row, over `sessions s join users u`. */
const SESSION_COLUMNS = `u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.phone, u.country,
  u.is_admin as "isAdmin", case when u.is_admin then u.admin_role end as "adminRole", u.is_active as "isActive",
  u.kyc_status as "kycStatus", u.created_at as "createdAt", u.has_second_factor as "hasSecondFactor",
  u.deactivation_reason as "deactivationReason", u.email_verified_at is not null as "isEmailVerified",
  u.terms_version as "termsVersion",
  s.last_seen_at as "lastSeenAt"`;

/** Returns the hexadecimal session hashes that are active, by the rules of a session reader. */
export async function findActiveHashes(
  tx: Queryable,
  hashes: readonly string[],
  now: Date,
  seenAfter: Date,
): Promise<string[]> {
  const rows = await tx<{ hash: string }[]>`
    select encode(s.sid_hash, 'hex') as hash from sessions s join users u on u.id = s.user_id
    where s.sid_hash in (select decode(h, 'hex') from unnest(${hashes}::text[]) h)
      and s.expires_at > ${now} and s.last_seen_at > ${seenAfter} and u.deleted_at is null`;
  return rows.map(({ hash }) => hash);
}

/**
 * Writes when sessions were last used. Rows that another process is writing or deleting are skipped, so that two of these
 * statements never wait for each other.
 */
export async function touchSessions(tx: Queryable, touches: readonly { sidHash: Buffer; at: Date }[]): Promise<void> {
  await tx`
    with used as (
      select s.sid_hash, t.at from unnest(
        ${touches.map(({ sidHash }) => sidHash)}::bytea[], ${touches.map(({ at }) => at)}::timestamptz[]) t (sid_hash, at)
      join sessions s on s.sid_hash = t.sid_hash where s.last_seen_at < t.at for no key update of s skip locked
    )
    update sessions s set last_seen_at = used.at from used where s.sid_hash = used.sid_hash`;
}

/** @returns the id of its user; undefined when there was no such session */
export async function deleteSession(tx: Queryable, sidHash: Buffer): Promise<string | undefined> {
  const rows = await tx<{ userId: string }[]>`
    delete from sessions where sid_hash = ${sidHash} returning user_id as "userId"`;
  return rows[0]?.userId;
}

/**
 * Gives a session another token, after a proof of who the user is. The former token stops working at once.
 * @returns false when there is no such session
 */
export async function renewSession(tx: Queryable, sidHash: Buffer, renewed: Buffer): Promise<boolean> {
  const rows = await tx`update sessions set sid_hash = ${renewed} where sid_hash = ${sidHash} returning 1`;
  return rows.length > 0;
}

/** @param acts as hashes; the same one twice counts once */
export async function insertActProofs(
  tx: Queryable,
  { acts, userId, provedAt }: { acts: readonly Buffer[]; userId: string; provedAt: Date },
): Promise<void> {
  await tx`
    insert into act_proofs (act, user_id, proved_at)
    select act, ${userId}, ${provedAt} from unnest(${acts}::bytea[]) act on conflict do nothing`;
}

/** Uses a proof up. @returns undefined if there is none that was given after that time */
export async function deleteActProof(
  tx: Queryable,
  act: Buffer,
  provedAfter: Date,
): Promise<{ userId: string; provedAt: Date } | undefined> {
  const rows = await tx<{ userId: string; provedAt: Date }[]>`
    delete from act_proofs where act = ${act} and proved_at > ${provedAfter}
    returning user_id as "userId", proved_at as "provedAt"`;
  return rows[0];
}

/** Ends all sessions of a user except the current one. @returns the number of ended sessions */
export async function deleteOtherSessions(tx: Queryable, userId: string, current: Buffer | undefined): Promise<number> {
  const rows = await tx`
    delete from sessions where user_id = ${userId} and sid_hash is distinct from ${current ?? null}::bytea returning 1`;
  if (rows.length > 0) await announceEndedSessions(tx, userId);
  return rows.length;
}

/** Ends every session of a user, in every process at once. @returns the number of ended sessions */
export async function deleteUserSessions(tx: Queryable, userId: string): Promise<number> {
  const rows = await tx`delete from sessions where user_id = ${userId} returning user_id`;
  if (rows.length > 0) await announceEndedSessions(tx, userId);
  return rows.length;
}

/** @param userId null for a browser of any user */
export async function isKnownDevice(
  tx: Queryable,
  deviceHash: Buffer,
  userId: string | null,
  usedAfter: Date,
): Promise<boolean> {
  const rows = await tx`
    select 1 from known_devices
    where device_hash = ${deviceHash} and user_id = coalesce(${userId}::uuid, user_id) and last_used_at > ${usedAfter} limit 1`;
  return rows.length > 0;
}

/** Remembers a device. Only the user's `kept` most recently used devices stay known. */
export async function rememberDevice(
  tx: Queryable,
  deviceHash: Buffer,
  userId: string,
  now: Date,
  kept: number,
): Promise<void> {
  await tx`
    insert into known_devices (device_hash, user_id, last_used_at) values (${deviceHash}, ${userId}, ${now})
    on conflict (device_hash, user_id) do update set last_used_at = excluded.last_used_at`;
  await tx`
    delete from known_devices where user_id = ${userId} and device_hash in (
      select device_hash from known_devices where user_id = ${userId} order by last_used_at desc offset ${kept})`;
}

/** An active session with what was read about its user. */
interface SessionRead<T> {
  session: SessionRow;
  read: T;
}

export interface SessionReader {
  /**
   * Finds an active session, and reads something about its user in the same statement.
   * @param argument of the read; null without one
   */
  find<T>(
    lookup: SessionLookup,
    read: UserRead<T> | null,
    argument: string | null,
  ): Promise<SessionRead<T> | undefined>;
}

interface Asked {
  lookup: SessionLookup;
  /** The number of the read; null for the session alone. */
  kind: number | null;
  read: UserRead<unknown> | null;
  argument: string | null;
}

/** The reads of a statement, by their number. */
type ReadsByKind = ReadonlyMap<number, UserRead<unknown>>;

interface FoundRow extends SessionRow {
  own: never;
  common: never;
}

/**
 * Reads the sessions of calls that arrive together in one statement. It has a case for each thing that calls read about
 * a user, and PostgreSQL evaluates the one that is asked for. Calls that read nothing else have a statement of their own,
 * so that a lock on another table does not hold them up.
 * @param reads everything that calls read; complete before the first call
 */
export function createSessionReader(sql: Sql, reads: readonly UserRead<unknown>[]): SessionReader {
  type Find = (asked: Asked) => Promise<SessionRead<never> | undefined>;
  const createFind = (chosen: (read: UserRead<unknown>) => boolean, enough?: number): Find => {
    let byKind: ReadsByKind | null = null;
    return gatherReads((asked: readonly Asked[]) => {
      byKind ??= new Map([...reads.entries()].filter(([, read]) => chosen(read)));
      return findSessions(sql.byKey, byKind, asked);
    }, enough);
  };
  const findAlone = createFind(() => false);
  const findWithReads = createFind((read) => read.isRare !== true, ENOUGH_ANSWERS);
  const findRare = new Map<UserRead<unknown>, Find>();
  const chooseFind = (read: UserRead<unknown>): Find => {
    if (read.isRare !== true) return findWithReads;
    const find = findRare.get(read) ?? createFind((each) => each === read);
    findRare.set(read, find);
    return find;
  };
  return {
    find: (lookup, read, argument) =>
      read === null
        ? findAlone({ lookup, read, kind: null, argument })
        : chooseFind(read)({ lookup, read, kind: reads.indexOf(read), argument }),
  };
}

async function findSessions(
  sql: Queryable,
  reads: ReadsByKind,
  asked: readonly Asked[],
): Promise<(SessionRead<never> | undefined)[]> {
  const firstOfKind = new Map<number, number>();
  asked.forEach(({ kind }, index) => {
    if (kind !== null && !firstOfKind.has(kind)) firstOfKind.set(kind, index);
  });
  const rows = await sql<(FoundRow | { id: null; own: never; common: never })[]>`
    select found.*, case when asked.is_first then ${sql.raw(casesOf(reads, ({ common }) => common ?? "null::json"))} end as common
    from unnest(
        ${asked.map(({ lookup }) => lookup.sidHash)}::bytea[], ${asked.map(({ lookup }) => lookup.now)}::timestamptz[],
        ${asked.map(({ lookup }) => lookup.seenAfter)}::timestamptz[], ${asked.map(({ kind }) => kind)}::integer[],
        ${asked.map(({ kind }, index) => kind !== null && firstOfKind.get(kind) === index)}::boolean[],
        ${asked.map(({ argument }) => argument)}::text[]
      ) with ordinality asked (sid_hash, now, seen_after, kind, is_first, argument, asked_place)
    left join lateral (
      select ${sql.raw(SESSION_COLUMNS)}, ${sql.raw(casesOf(reads, ({ own }) => own))} as own
      from sessions s join users u on u.id = s.user_id
      where s.sid_hash = asked.sid_hash and s.expires_at > asked.now and s.last_seen_at > asked.seen_after
        and u.deleted_at is null
    ) found on true
    order by asked.asked_place`;
  return asked.map(({ kind, read }, index) => {
    const row = rows[index];
    if (!row || row.id === null) return undefined;
    const { own, common: _common, ...session } = row;
    if (kind === null || read === null) return { session, read: undefined as never };
    const common = rows[firstOfKind.get(kind) ?? index]?.common as never;
    return { session, read: read.parse(own, common) as never };
  });
}

function casesOf(reads: ReadsByKind, queryOf: (read: UserRead<unknown>) => string): string {
  if (reads.size === 0) return "null::json";
  const cases = [...reads].map(([kind, read]) => `when ${kind} then (${queryOf(read)})`);
  return `case asked.kind ${cases.join(" ")} end`;
}

/** Reads something about one user outside of a call's first statement. */
export async function readAboutUser<T>(
  sql: Queryable,
  userId: string,
  read: UserRead<T>,
  argument: string | null = null,
): Promise<T> {
  const [row] = await sql<{ own: never; common: never }[]>`
    select (${sql.raw(read.own)}) as own, (${sql.raw(read.common ?? "null::json")}) as common
    from users u cross join (select ${argument}::text as argument) asked where u.id = ${userId}`;
  if (!row) throw new Error(`No user ${userId}`);
  return read.parse(row.own, row.common);
}

/** An unused session ends after this time. */
export const SESSION_IDLE_MS = 12 * HOUR_MS;

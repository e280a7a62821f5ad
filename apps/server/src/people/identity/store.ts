import type { Queryable } from "../../platform/db/pool.ts";
import type { SessionUser } from "../../platform/http/session-user.ts";
import { announceEndedSessions } from "../../platform/hints/store.ts";

export interface Credentials {
  id: string;
  hasSecondFactor: boolean;
  hashedPassword: string;
}

export interface NewUser {
  email: string;
  hashedPassword: string;
  firstName: string;
  lastName: string;
  phone: string;
  country: string;
  /** YYYY-MM-DD; null for the administrator created at the first start. */
  birthday: string | null;
  preferredMarket: string | null;
  riskTolerance: string | null;
  marketingOptIn: boolean;
  referralCode: string;
  isAdmin: boolean;
  createdAt: Date;
}

export interface NewSession {
  sidHash: Buffer;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
  ip: string;
  userAgent: string;
}

/** Returns the new user's id, or undefined when the e-mail address is taken. */
export async function insertUser(tx: Queryable, user: NewUser): Promise<string | undefined> {
  const rows = await tx<{ id: string }[]>`
    insert into users (
      email, hashed_password, first_name, last_name, phone, country, birthday, preferred_market, risk_tolerance,
      marketing_opt_in, referral_code, is_admin, created_at, updated_at
    ) values (
      ${user.email}, ${user.hashedPassword}, ${user.firstName}, ${user.lastName}, ${user.phone}, ${user.country},
      ${user.birthday}, ${user.preferredMarket}, ${user.riskTolerance}, ${user.marketingOptIn}, ${user.referralCode},
      ${user.isAdmin}, ${user.createdAt}, ${user.createdAt}
    )
    on conflict (lower(email)) do nothing
    returning id`;
  return rows[0]?.id;
}

/** Opens the ledger accounts that every user has. Call it in the transaction that inserts the user. */
export async function openUserAccounts(tx: Queryable, userId: string): Promise<void> {
  await tx`select open_user_accounts(${userId}::uuid)`;
}

export async function findCredentials(tx: Queryable, email: string): Promise<Credentials | undefined> {
  const rows = await tx<Credentials[]>`
    select id, hashed_password as "hashedPassword", has_second_factor as "hasSecondFactor"
    from users where lower(email) = lower(${email}) and deleted_at is null`;
  return rows[0];
}

/** Finds the account of an e-mail address, as it is written there. */
export async function findMailAddress(
  tx: Queryable,
  email: string,
): Promise<{ id: string; email: string } | undefined> {
  const rows = await tx<{ id: string; email: string }[]>`
    select id, email from users where lower(email) = lower(${email}) and deleted_at is null`;
  return rows[0];
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

export async function findPasswordHash(tx: Queryable, userId: string): Promise<string | undefined> {
  const rows = await tx<{ hash: string }[]>`
    select hashed_password as hash from users where id = ${userId} and deleted_at is null`;
  return rows[0]?.hash;
}

export async function findAdministratorId(tx: Queryable, email: string): Promise<string | undefined> {
  const rows = await tx<{ id: string }[]>`
    select id from users where lower(email) = lower(${email}) and is_admin and deleted_at is null`;
  return rows[0]?.id;
}

/** Sets a new password and ends a freeze. */
export async function replacePassword(tx: Queryable, userId: string, hash: string, now: Date): Promise<void> {
  await tx`
    update users set hashed_password = ${hash}, frozen_at = null, updated_at = ${now} where id = ${userId}`;
}

export async function hasAdmin(tx: Queryable): Promise<boolean> {
  const rows = await tx`select 1 from users where is_admin and deleted_at is null limit 1`;
  return rows.length > 0;
}

/** Takes a lock until the transaction ends, so that only one process at a time creates the first administrator. */
export async function lockFirstAdmin(tx: Queryable): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('wazi: first administrator'))`;
}

export async function findUser(tx: Queryable, userId: string): Promise<SessionUser | undefined> {
  const rows = await tx<SessionUser[]>`
    select id, email, first_name as "firstName", last_name as "lastName", phone, country, is_admin as "isAdmin",
      case when is_admin then admin_role end as "adminRole", is_active as "isActive", kyc_status as "kycStatus",
      created_at as "createdAt", has_second_factor as "hasSecondFactor", deactivation_reason as "deactivationReason",
      email_verified_at is not null as "isEmailVerified", terms_version as "termsVersion"
    from users where id = ${userId} and deleted_at is null`;
  return rows[0];
}

/** Records the sign-in time, and replaces a hash with weaker parameters by `strongerHash`. */
export async function recordSignIn(
  tx: Queryable,
  userId: string,
  now: Date,
  strongerHash: string | undefined,
): Promise<void> {
  await tx`
    update users set last_login_at = ${now}, hashed_password = coalesce(${strongerHash ?? null}, hashed_password)
    where id = ${userId}`;
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
export const SESSION_COLUMNS = `u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.phone, u.country,
  u.is_admin as "isAdmin", case when u.is_admin then u.admin_role end as "adminRole", u.is_active as "isActive",
  u.kyc_status as "kycStatus", u.created_at as "createdAt", u.has_second_factor as "hasSecondFactor",
  u.deactivation_reason as "deactivationReason", u.email_verified_at is not null as "isEmailVerified",
  u.terms_version as "termsVersion",
  s.last_seen_at as "lastSeenAt", s.stepped_up_at as "steppedUpAt", encode(s.step_up_for, 'hex') as "stepUpFor"`;

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
export async function renewSession(
  tx: Queryable,
  sidHash: Buffer,
  renewed: { sidHash: Buffer; steppedUpAt: Date; stepUpFor: Buffer | null },
): Promise<boolean> {
  const rows = await tx`
    update sessions set sid_hash = ${renewed.sidHash}, stepped_up_at = ${renewed.steppedUpAt},
      step_up_for = ${renewed.stepUpFor}
    where sid_hash = ${sidHash} returning 1`;
  return rows.length > 0;
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

export async function isKnownDevice(
  tx: Queryable,
  deviceHash: Buffer,
  userId: string,
  usedAfter: Date,
): Promise<boolean> {
  const rows = await tx`
    select 1 from known_devices
    where device_hash = ${deviceHash} and user_id = ${userId} and last_used_at > ${usedAfter}`;
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

export interface Try {
  key: Buffer;
  limit: number;
  at: Date;
  /** Older tries no longer count. */
  countedAfter: Date;
  expiresAt: Date;
}

/**
 * Counts a try under its key unless the limit is reached. One statement, so that concurrent processes cannot exceed it.
 */
export async function insertTry(tx: Queryable, attempt: Try): Promise<boolean> {
  const rows = await tx`
    insert into throttles (key, tries, expires_at)
    values (${attempt.key}, array[${attempt.at}::timestamptz], ${attempt.expiresAt})
    on conflict (key) do update
    set tries = (select coalesce(array_agg(t), '{}') from unnest(throttles.tries) t where t > ${attempt.countedAfter})
        || ${attempt.at}::timestamptz,
      expires_at = excluded.expires_at
    where (select count(*) from unnest(throttles.tries) t where t > ${attempt.countedAfter}) < ${attempt.limit}
    returning 1`;
  return rows.length > 0;
}

/** Returns the time of the oldest try that still counts. */
export async function findOldestTry(tx: Queryable, key: Buffer, countedAfter: Date): Promise<Date | undefined> {
  const rows = await tx<{ at: Date | null }[]>`
    select min(t) as at from throttles, unnest(tries) t where key = ${key} and t > ${countedAfter}`;
  return rows[0]?.at ?? undefined;
}

/** Removes one try that turned out not to be wrong. */
export async function deleteTry(tx: Queryable, key: Buffer, at: Date): Promise<void> {
  await tx`
    update throttles
    set tries = tries[:array_position(tries, ${at}::timestamptz) - 1] || tries[array_position(tries, ${at}::timestamptz) + 1:]
    where key = ${key} and ${at}::timestamptz = any(tries)`;
}

export async function deleteTries(tx: Queryable, key: Buffer): Promise<void> {
  await tx`delete from throttles where key = ${key}`;
}

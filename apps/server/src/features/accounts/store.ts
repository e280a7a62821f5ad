import type { Queryable } from "../../db/pool.ts";

export interface Profile {
  firstName: string;
  lastName: string;
  phone: string;
}

/** Locks a user's row until the transaction ends and reads what they may change of it. */
export async function lockProfile(tx: Queryable, userId: string): Promise<Profile | undefined> {
  const rows = await tx<Profile[]>`
    select first_name as "firstName", last_name as "lastName", phone from users
    where id = ${userId} and deleted_at is null for update`;
  return rows[0];
}

export async function updateProfile(tx: Queryable, userId: string, profile: Profile, now: Date): Promise<void> {
  await tx`
    update users set first_name = ${profile.firstName}, last_name = ${profile.lastName}, phone = ${profile.phone},
      updated_at = ${now}
    where id = ${userId}`;
}

export async function findPasswordHash(tx: Queryable, userId: string): Promise<string | undefined> {
  const rows = await tx<{ hash: string }[]>`
    select hashed_password as hash from users where id = ${userId} and deleted_at is null`;
  return rows[0]?.hash;
}

/** Puts a new hash in place of the one that was verified. @returns false where it has been changed meanwhile */
export async function replacePasswordHash(
  tx: Queryable,
  userId: string,
  hashes: { verified: string; replacement: string },
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    update users set hashed_password = ${hashes.replacement}, updated_at = ${now}
    where id = ${userId} and hashed_password = ${hashes.verified} and deleted_at is null returning 1`;
  return rows.length > 0;
}

export interface SessionListRow {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  ip: string;
  userAgent: string;
  isCurrent: boolean;
}

/** The sessions of a user that live, the last used one first. */
export function listSessions(
  tx: Queryable,
  userId: string,
  current: Buffer | undefined,
  when: { now: Date; seenAfter: Date; limit: number },
): Promise<SessionListRow[]> {
  return tx<SessionListRow[]>`
    select id, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt", ip,
      user_agent as "userAgent", coalesce(sid_hash = ${current ?? null}::bytea, false) as "isCurrent"
    from sessions where user_id = ${userId} and expires_at > ${when.now} and last_seen_at > ${when.seenAfter}
    order by last_seen_at desc, created_at desc, id limit ${when.limit}`;
}

/** Ends one session of a user. @returns whether it was the current one; undefined where they have none of this id */
export async function deleteOwnSession(
  tx: Queryable,
  userId: string,
  sessionId: string,
  current: Buffer | undefined,
): Promise<boolean | undefined> {
  const rows = await tx<{ wasCurrent: boolean }[]>`
    delete from sessions where id = ${sessionId} and user_id = ${userId}
    returning coalesce(sid_hash = ${current ?? null}::bytea, false) as "wasCurrent"`;
  return rows[0]?.wasCurrent;
}

/** Ends all sessions of a user but the current one. @returns how many there were */
export async function deleteOtherSessions(tx: Queryable, userId: string, current: Buffer | undefined): Promise<number> {
  const rows = await tx`
    delete from sessions where user_id = ${userId} and sid_hash is distinct from ${current ?? null}::bytea returning 1`;
  return rows.length;
}

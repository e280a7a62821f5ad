import type { OwnSession } from "@wazi/contracts";
import type { Queryable } from "../../db/pool.ts";
import { SESSION_IDLE_MS } from "./sessions.ts";

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
  isCurrent: boolean;
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

/**
 * Lists a user's active sessions, last used first.
 * @param current the hash of the requesting session, if it is the user's
 */
export function listSessions(
  tx: Queryable,
  userId: string,
  current: Buffer | undefined,
  when: ActiveSessions,
): Promise<SessionListRow[]> {
  return tx<SessionListRow[]>`
    select id, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt", ip,
      user_agent as "userAgent", coalesce(sid_hash = ${current ?? null}::bytea, false) as "isCurrent"
    from sessions where user_id = ${userId} and expires_at > ${when.now} and last_seen_at > ${when.seenAfter}
    order by last_seen_at desc, created_at desc, id limit ${MAX_LISTED_SESSIONS}`;
}

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
  return rows[0]?.wasCurrent;
}

import type { OwnSession } from "@wazi/contracts";
import type { Queryable } from "../../db/pool.ts";
import { SESSION_IDLE_MS } from "./sessions.ts";

/** Nobody looks through more, and nobody has them. */
const MAX_LISTED_SESSIONS = 100;

export interface SessionListRow {
  /** Worth nothing to whoever reads it. */
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  ip: string;
  userAgent: string;
  isCurrent: boolean;
}

/** A row as the API shows it. */
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

/** Which sessions live: they have not come to their end, and were seen after `seenAfter`. */
interface ActiveSessions {
  now: Date;
  seenAfter: Date;
}

/** Those that live at a moment. */
export const activeSessionsAt = (now: Date): ActiveSessions => ({
  now,
  seenAfter: new Date(now.getTime() - SESSION_IDLE_MS),
});

/** The sessions of a user that live, the last used one first. `current`: the hash of the one that asks, where it is theirs. */
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
 * @returns whether it was the current one; undefined where they have none of this id
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

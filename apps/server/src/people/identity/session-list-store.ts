import type { OwnSession } from "@wazi/contracts";
import type { Queryable } from "../../platform/db/pool.ts";
import { announceEndedSessions } from "../../platform/hints/store.ts";
import { parseDates, type JsonRow, type UserRead } from "../../platform/http/user-read.ts";
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

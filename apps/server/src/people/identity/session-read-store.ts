import type { Queryable, Sql } from "../../platform/db/pool.ts";
import { ENOUGH_ANSWERS, gatherReads } from "../../platform/base/gather.ts";
import { SESSION_COLUMNS, type SessionLookup } from "./store.ts";
import type { SessionRow } from "../../platform/http/session-user.ts";
import type { UserRead } from "../../platform/http/user-read.ts";

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

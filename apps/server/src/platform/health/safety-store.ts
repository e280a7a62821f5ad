import type { Queryable } from "../db/pool.ts";

/** More waiting leaves than this are not counted. */
const MOST_COUNTED = 100_000;

export interface LogBacklog {
  waiting: number;
  /** When the oldest waiting leaf was written; null without one. */
  oldestAt: Date | null;
  isStopped: boolean;
}

export async function readLogBacklog(sql: Queryable): Promise<LogBacklog> {
  const [row] = await sql<LogBacklog[]>`
    select (select count(*)::int from (select from log_outbox limit ${MOST_COUNTED}) o) as waiting,
      (select written_at from log_outbox order by id limit 1) as "oldestAt",
      exists (select from log_state where stopped is not null) as "isStopped"`;
  return row ?? { waiting: 0, oldestAt: null, isStopped: false };
}

/** The bytes that the files of this database take. */
export async function readDatabaseBytes(sql: Queryable): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`;
  return row?.bytes ?? 0;
}

/** A standby; all fields are null when the owner of the tables may not see the server's statistics. */
export interface Standby {
  standby: string | null;
  lagBytes: number | null;
  lagSeconds: number | null;
}

export function listStandbys(sql: Queryable): Promise<Standby[]> {
  return sql<Standby[]>`
    select standby, lag_bytes::float8 as "lagBytes", lag_seconds as "lagSeconds" from read_standbys()`;
}

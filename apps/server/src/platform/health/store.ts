import type { Queryable } from "../db/pool.ts";

/** The bytes that the files of this database take. */
export async function readDatabaseBytes(sql: Queryable): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`;
  return row?.bytes ?? 0;
}

/** A standby; all fields are null when the owner of the tables may not see the server's statistics. */
interface Standby {
  standby: string | null;
  lagBytes: number | null;
  lagSeconds: number | null;
}

export function listStandbys(sql: Queryable): Promise<Standby[]> {
  return sql<Standby[]>`
    select standby, lag_bytes::float8 as "lagBytes", lag_seconds as "lagSeconds" from read_standbys()`;
}

/** True when the database takes no writes: a standby, or one that was set to read-only. */
export async function isReadOnly(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ isReadOnly: boolean }[]>`
    select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isReadOnly"`;
  return row?.isReadOnly ?? true;
}

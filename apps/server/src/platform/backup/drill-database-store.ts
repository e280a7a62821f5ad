import type { Queryable } from "../db/pool.ts";

/** The name of the database of a drill, in single use. */
export const DRILL_DATABASE = "wazi_drill";
/** A database with another comment is not removed. */
const MARK = "restore drill of Wazi, removed at its end";

/** True when there is a database of that name that no drill has made. */
export async function hasForeignDrillDatabase(sql: Queryable): Promise<boolean> {
  const rows = await sql`
    select from pg_database d where datname = ${DRILL_DATABASE} and shobj_description(d.oid, 'pg_database') is distinct from ${MARK}`;
  return rows.length > 0;
}

export async function createDrillDatabase(sql: Queryable): Promise<void> {
  await sql.unsafe(`create database ${DRILL_DATABASE} template template0 encoding 'UTF8'`);
  await sql.unsafe(`comment on database ${DRILL_DATABASE} is '${MARK}'`);
}

export async function dropDrillDatabase(sql: Queryable): Promise<void> {
  await sql.unsafe(`drop database if exists ${DRILL_DATABASE} with (force)`);
}

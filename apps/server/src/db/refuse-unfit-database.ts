import { StartError } from "../process/start-error.ts";
import type { Sql } from "./pool.ts";

const OLDEST_VERSION = 150_000;

/**
 * Refuses a database that cannot or must not hold Wazi's tables, before anything is created in it.
 * @throws StartError that says what to do, in one line
 */
export async function refuseUnfitDatabase(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: string; name: string; isTemplate: boolean; isStandby: boolean }[]>`
    select current_setting('server_version_num') as version, d.datname as name,
      d.datistemplate or d.datname in ('template0', 'template1') as "isTemplate", pg_is_in_recovery() as "isStandby"
    from pg_database d where d.datname = current_database()`;
  if (!row) throw new Error("the database has no entry in pg_database");
  if (Number(row.version) < OLDEST_VERSION) {
    throw new StartError(`DATABASE_URL: this PostgreSQL is too old (${row.version}). Use version 15 or later.`);
  }
  if (row.isTemplate) {
    throw new StartError(
      `DATABASE_URL: "${row.name}" is a template, and every new database would get a copy of Wazi's tables. Run \`create database wazi\` and name that database.`,
    );
  }
  if (row.isStandby) {
    throw new StartError(
      `DATABASE_URL: "${row.name}" is on a standby, which takes no writes. Name the primary, or promote the standby first.`,
    );
  }
  const foreign = await findForeignTable(sql);
  if (foreign === undefined) return;
  throw new StartError(
    `DATABASE_URL: the database "${row.name}" belongs to another program (it has the table ${foreign}). Run \`create database wazi\` and name that database.`,
  );
}

/** A table in a database that Wazi has not migrated. Other tools have a table schema_migrations too, with other columns. */
async function findForeignTable(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_'
      and n.nspname not in ('information_schema', 'wazi_private')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      and not exists (
        select from pg_attribute a where a.attrelid = to_regclass('public.schema_migrations')
          and a.attname = 'checksum' and not a.attisdropped)
    order by c.relname limit 1`;
  return row?.name;
}

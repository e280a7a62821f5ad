import { StartError } from "../process/start-error.ts";
import type { Sql } from "./pool.ts";
import { judgeServer, readServerFacts } from "./server-preflight.ts";

/**
 * Refuses a server that cannot hold Wazi's tables, whatever the mode of the installation.
 * @throws StartError that says what to do, in one line
 */
export async function refuseUnfitServer(sql: Sql): Promise<void> {
  const { refusal } = judgeServer(await readServerFacts(sql, 0), "demo");
  if (refusal !== undefined) throw new StartError(`DATABASE_URL: ${refusal}`);
}

/**
 * Refuses a database of another program, before anything is created in it.
 * @throws StartError that says what to do, in one line
 */
export async function refuseForeignDatabase(sql: Sql): Promise<void> {
  const foreign = await findForeignTable(sql);
  if (foreign === undefined) return;
  throw new StartError(
    `DATABASE_URL: the database "${foreign.database}" belongs to another program (it has the table ${foreign.name}). Run \`create database wazi\` and name that database.`,
  );
}

/** A table in a database that Wazi has not migrated. Other tools have a table schema_migrations too, with other columns. */
async function findForeignTable(sql: Sql): Promise<{ database: string; name: string } | undefined> {
  const [row] = await sql<{ database: string; name: string }[]>`
    select current_database() as database, format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^pg_'
      and n.nspname not in ('information_schema', 'wazi_private')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      and not exists (
        select from pg_attribute a where a.attrelid = to_regclass('public.schema_migrations')
          and a.attname = 'checksum' and not a.attisdropped)
    order by c.relname limit 1`;
  return row;
}

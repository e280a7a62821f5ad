import { StartError } from "../process/start-error.ts";
import type { Sql } from "./pool.ts";
import { judgeServer, readServerFacts } from "./server-preflight.ts";

/**
 * Refuses a database that cannot or must not hold Wazi's tables, before anything is created in it.
 * @throws StartError that says what to do, in one line
 */
export async function refuseUnfitDatabase(sql: Sql): Promise<void> {
  const facts = await readServerFacts(sql, 0);
  // The mode of the installation decides what else is refused, at its start.
  const { refusal } = judgeServer(facts, "demo");
  if (refusal !== undefined) throw new StartError(`DATABASE_URL: ${refusal}`);
  const foreign = await findForeignTable(sql);
  if (foreign === undefined) return;
  throw new StartError(
    `DATABASE_URL: the database "${facts.database}" belongs to another program (it has the table ${foreign}). Run \`create database wazi\` and name that database.`,
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

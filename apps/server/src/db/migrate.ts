import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openPool, type Queryable, type Sql } from "./pool.ts";
import { StartError } from "../process/start-error.ts";

/** Any two processes that start at once take turns under this advisory lock. */
const MIGRATION_LOCK = 7_234_117_001n;
const OLDEST_VERSION = 150_000;

interface Migration {
  name: string;
  text: string;
  checksum: string;
}

/** Beside this file in the source, beside the bundle when built. */
function migrationsDirectory(): string {
  return join(import.meta.dirname, "migrations");
}

function readMigrations(): Migration[] {
  const directory = migrationsDirectory();
  return readdirSync(directory)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => {
      const text = readFileSync(join(directory, name), "utf8");
      return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
    });
}

/**
 * Brings a database up to this version's schema: plain SQL files in order, forward only, each in a transaction of its
 * own, safe when several processes start at once.
 * @returns the names of the files that were run
 * @throws StartError when the server is too old, or a file that was run has been changed since
 */
export async function migrate(url: string): Promise<string[]> {
  const sql = openPool(url, { max: 1, role: null, applicationName: "wazi migrate" });
  try {
    await refuseOldServers(sql);
    await sql`select pg_advisory_lock(${MIGRATION_LOCK.toString()}::bigint)`;
    await ensureApplicationRole(sql);
    await sql`
      create table if not exists schema_migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now()
      )`;
    await sql`grant select on schema_migrations to wazi_app`;
    return await runMissing(sql, readMigrations());
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The names of the migrations that a database still lacks. */
export async function missingMigrations(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from schema_migrations`;
  const applied = new Set(rows.map(({ name }) => name));
  return readMigrations()
    .map(({ name }) => name)
    .filter((name) => !applied.has(name));
}

async function refuseOldServers(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: string }[]>`select current_setting('server_version_num') as version`;
  if (Number(row?.version ?? 0) < OLDEST_VERSION) {
    throw new StartError(
      `DATABASE_URL: this PostgreSQL is too old (${row?.version ?? "unknown"}); 15 or later is needed.`,
    );
  }
}

/** The role that the application runs as: it may append to the ledger and not change it. Roles belong to the whole server. */
async function ensureApplicationRole(sql: Sql): Promise<void> {
  try {
    await sql.unsafe(`
      do $$ begin
        if not exists (select from pg_roles where rolname = 'wazi_app') then create role wazi_app nologin; end if;
      exception when duplicate_object or unique_violation then null;
      end $$`);
    await sql.unsafe(`
      do $$ begin
        if not pg_has_role(current_user, 'wazi_app', 'member') then
          execute format('grant wazi_app to %I', current_user);
        end if;
      end $$`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `DATABASE_URL: its user can't make or take on the role wazi_app (${reason}). As a superuser: CREATE ROLE wazi_app; GRANT wazi_app TO that user.`,
    );
  }
  await sql`grant usage on schema public to wazi_app`;
}

async function runMissing(sql: Sql, migrations: readonly Migration[]): Promise<string[]> {
  const rows = await sql<{ name: string; checksum: string }[]>`select name, checksum from schema_migrations`;
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const run: string[] = [];
  for (const { name, text, checksum } of migrations) {
    const before = applied.get(name);
    if (before !== undefined && before !== checksum) {
      throw new StartError(
        `Migration ${name} was run on this database in another form. Migrations are never edited; use a database made by this version.`,
      );
    }
    if (before !== undefined) continue;
    await sql.begin(async (tx) => {
      await tx.unsafe(text);
      await tx`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`;
    });
    run.push(name);
  }
  return run;
}

/** Whether the trader has written its first prices. */
export async function hasPrices(sql: Queryable): Promise<boolean> {
  const rows = await sql`select from market_prices limit 1`;
  return rows.length > 0;
}

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../process/start-error.ts";
import { isDeadlock } from "./database-errors.ts";
import { openPool, type Queryable, type Sql } from "./pool.ts";
import { type ProgressLog, silentProgress, watchStep } from "./watch-step.ts";
import { judgeServer, readServerFacts } from "./server-preflight.ts";

/** Processes that start at the same time take turns with this advisory lock. */
export const MIGRATION_LOCK = 7_234_117_001n;

/** Each attempt that loses a deadlock takes about a second, PostgreSQL's `deadlock_timeout`. */
const MIGRATION_ATTEMPTS = 50;

/** A migration runs once and never changes. A file of functions runs again whenever it has changed. */
interface SchemaFile {
  kind: "migration" | "functions";
  name: string;
  text: string;
  checksum: string;
}

/** The checksum of each file that was run on a database, by the file's name. */
type Applied = ReadonlyMap<string, string>;

/** The folders are beside this file in the source, and beside the bundle in a build. */
function readFolder(kind: SchemaFile["kind"], folder: string, prefix: string): SchemaFile[] {
  const path = join(import.meta.dirname, folder);
  return readdirSync(path)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => toSchemaFile(kind, `${prefix}${file}`, readFileSync(join(path, file), "utf8")));
}

const toSchemaFile = (kind: SchemaFile["kind"], name: string, text: string): SchemaFile => {
  return { kind, name, text, checksum: createHash("sha256").update(text).digest("hex") };
};

/** Functions come first: tables, indexes and triggers use them. */
function readSchemaFiles(): SchemaFile[] {
  return [...readFolder("functions", "functions", "functions/"), ...readFolder("migration", "migrations", "")];
}

export interface MigrateOptions {
  /** True when the start has read and judged the server's settings already. */
  isServerChecked?: boolean;
  /** The migrations of an earlier version, for a backup that it made; later ones are not run. */
  only?: readonly AppliedMigration[];
  /** Migrations that follow those of this version. Only for tests. */
  further?: readonly { name: string; text: string }[];
  /** Called before each file that is run. `step` is its number of those to run; 0 while another process migrates. */
  onStep?: (step: number, of: number) => void;
  /** Ends the statement that runs. Its transaction is rolled back, so that the next start begins again. */
  signal?: AbortSignal;
}

/**
 * Brings a database up to this version's schema, forward only and in one transaction. Safe when several processes start
 * at once. It has no time limit, because a change of a large table takes long, and it says what it is doing or waiting for.
 * @returns the names of the files that were run
 * @throws StartError when the server is too old, the database belongs to another program, another version of Wazi made it,
 *   or a migration has changed since it was run
 */
export async function migrate(
  url: string,
  log: ProgressLog = silentProgress,
  { isServerChecked = false, only, further = [], onStep = () => undefined, signal }: MigrateOptions = {},
): Promise<string[]> {
  const limits = { statementTimeoutMs: 0, queryTimeoutMs: 0 };
  const sql = openPool(url, { max: 1, role: null, applicationName: "wazi migrate", ...limits });
  const observer = openPool(url, { max: 1, role: null, applicationName: "wazi migrate observer" });
  const all = [...readSchemaFiles(), ...further.map(({ name, text }) => toSchemaFile("migration", name, text))];
  const files = only ? selectMigrations(all, only) : all;
  const runFile = (step: number, of: number, name: string, run: () => Promise<void>): Promise<void> => {
    signal?.throwIfAborted();
    onStep(step, of);
    return watchStep({ observer, log }, name, run);
  };
  try {
    if (!isServerChecked) await refuseUnfitServer(sql);
    await refuseForeignDatabase(sql);
    await endAtAbort(sql, observer, signal);
    if (!(await tryLockMigrations(sql))) {
      const missing = findPending(files, await readApplied(observer).catch(() => new Map<string, string>())).length;
      await runFile(0, missing, "the turn of another process that migrates", () => lockMigrations(sql));
    }
    await ensureApplicationRole(sql);
    await sql`
      create table if not exists schema_migrations (
        name text primary key, checksum text not null, applied_at timestamptz not null default now()
      )`;
    await sql`grant select on schema_migrations to wazi_app`;
    const applied = await readApplied(sql);
    refuseOtherMigrations(files, applied);
    const pending = findPending(files, applied);
    await againAfterDeadlock(log, () => runFiles(sql, pending, runFile));
    return pending.map(({ name }) => name);
  } finally {
    await Promise.all([sql.end({ timeout: 5 }), observer.end({ timeout: 1 })]);
  }
}

/** The text of a migration that may run a second time, for a restore that needs its tables before it commits. */
export function readMigration(name: string): string {
  return readFileSync(join(import.meta.dirname, "migrations", name), "utf8");
}

interface AppliedMigration {
  name: string;
  checksum: string;
}

/** @throws StartError when this version does not have one of the migrations */
function selectMigrations(files: readonly SchemaFile[], only: readonly AppliedMigration[]): SchemaFile[] {
  const known = new Map(files.map(({ name, checksum }) => [name, checksum]));
  const unknown = only.find(({ name, checksum }) => known.get(name) !== checksum);
  if (unknown) {
    throw new StartError(
      `The backup was made by another or a newer version of Wazi (migration ${unknown.name}). Restore it with that version.`,
    );
  }
  const names = new Set(only.map(({ name }) => name));
  return files.filter(({ kind, name }) => kind === "functions" || names.has(name));
}

async function tryLockMigrations(sql: Sql): Promise<boolean> {
  const [row] = await sql<
    { taken: boolean }[]
  >`select pg_try_advisory_lock(${String(MIGRATION_LOCK)}::bigint) as taken`;
  return row?.taken === true;
}

/** Takes turns with other processes that start. */
async function lockMigrations(sql: Sql): Promise<void> {
  await sql`select pg_advisory_lock(${String(MIGRATION_LOCK)}::bigint)`;
}

/** PostgreSQL does not notice during a statement that its client has gone. */
async function endAtAbort(sql: Sql, observer: Sql, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return;
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const end = (): void => void observer`select pg_terminate_backend(${row?.pid ?? 0})`.catch(() => undefined);
  signal.addEventListener("abort", end, { once: true });
}

/** The names of the files that a database still lacks. */
export async function missingMigrations(sql: Queryable): Promise<string[]> {
  return findPending(readSchemaFiles(), await readApplied(sql)).map(({ name }) => name);
}

async function readApplied(sql: Queryable): Promise<Applied> {
  const rows = await sql<{ name: string; checksum: string }[]>`select name, checksum from schema_migrations`;
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

const appliedMigrations = (applied: Applied): string[] =>
  [...applied.keys()].filter((name) => !name.startsWith("functions/")).sort();

function findPending(files: readonly SchemaFile[], applied: Applied): SchemaFile[] {
  const names = new Set(files.map(({ name }) => name));
  // A newer version has migrated this database: its functions must not be replaced by older ones.
  const isNewer = appliedMigrations(applied).some((name) => !names.has(name));
  return files.filter(({ kind, name, checksum }) =>
    kind === "migration" ? !applied.has(name) : !isNewer && applied.get(name) !== checksum,
  );
}

function refuseOtherMigrations(files: readonly SchemaFile[], applied: Applied): void {
  const migrations = files.filter(({ kind }) => kind === "migration");
  const [first] = migrations;
  const latest = appliedMigrations(applied).at(-1);
  if (first && latest !== undefined && !applied.has(first.name)) {
    throw new StartError(
      `This database was made by an earlier development version of Wazi (migration ${latest}). Start with a new DATA_DIR or an empty database.`,
    );
  }
  const names = new Set(migrations.map(({ name }) => name));
  const newer = appliedMigrations(applied).find((name) => !names.has(name));
  if (newer !== undefined) {
    throw new StartError(
      `This database was migrated by a newer version of Wazi (migration ${newer}). Start that version or a later one, or restore the backup from before the upgrade.`,
    );
  }
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (changed) {
    throw new StartError(
      `Migration ${changed.name} has changed since it was run on this database. Start the version of Wazi that made this database, or use an empty database.`,
    );
  }
}

/**
 * Creates the role that the application runs as, which may append to the ledger but not change it. Roles are shared by
 * all databases of a server.
 */
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
      `DATABASE_URL: its user cannot create or use the role wazi_app (${reason}). Run as a superuser: CREATE ROLE wazi_app; GRANT wazi_app TO that user WITH ADMIN OPTION.`,
    );
  }
  await sql`grant usage on schema public to wazi_app`;
}

/**
 * A version that still serves locks the same tables in another order. PostgreSQL ends one of the two, which is then rolled back
 * whole: the requests of the other version are refused as busy, and a migration begins again.
 */
async function againAfterDeadlock(log: ProgressLog, run: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isDeadlock(error) || attempt === MIGRATION_ATTEMPTS) throw error;
      log.warn({ attempt, of: MIGRATION_ATTEMPTS }, "migrating begins again: it lost a deadlock, and was rolled back");
    }
  }
}

async function runFiles(
  sql: Sql,
  files: readonly SchemaFile[],
  runFile: (step: number, of: number, name: string, run: () => Promise<void>) => Promise<void>,
): Promise<void> {
  if (files.length === 0) return;
  await sql.begin(async (tx) => {
    // Functions come before the tables that their bodies name.
    await tx`set local check_function_bodies = off`;
    for (const [index, { name, text, checksum }] of files.entries()) {
      await runFile(index + 1, files.length, name, async () => {
        await tx.unsafe(text);
        await tx`
          insert into schema_migrations (name, checksum) values (${name}, ${checksum})
          on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`;
      });
    }
  });
}

/**
 * Refuses a server that cannot hold Wazi's tables, whatever the mode of the installation.
 * @throws StartError that says what to do, in one line
 */
async function refuseUnfitServer(sql: Sql): Promise<void> {
  const { refusal } = judgeServer(await readServerFacts(sql, 0), "demo");
  if (refusal !== undefined) throw new StartError(`DATABASE_URL: ${refusal}`);
}

/**
 * Refuses a database of another program, before anything is created in it.
 * @throws StartError that says what to do, in one line
 */
async function refuseForeignDatabase(sql: Sql): Promise<void> {
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

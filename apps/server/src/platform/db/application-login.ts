import { randomBytes } from "node:crypto";
import { MIGRATION_LOCK } from "./migrate.ts";
import { StartError } from "../process/start-error.ts";
import { applicationSettings } from "./connection-settings.ts";
import { isDuplicate } from "./database-errors.ts";
import { openPool, raw, type Queryable, type Sql } from "./pool.ts";

/** SQLSTATE */
const INSUFFICIENT_PRIVILEGE = "42501";
const PASSWORD_BYTES = 32;
const NAME_BYTES = 4;
/** Not in the public schema, and readable by the owner only. */
const CREATE_TABLE = `
  create schema if not exists wazi_private;
  create table if not exists wazi_private.application_login (
    id integer primary key check (id = 1), name text not null, password text not null
  )`;

export interface ApplicationLogin {
  /** The application's connections. */
  url: string;
  /** Why these connections have more rights than the application needs; null when they do not. Worded to follow a variable's name. */
  excess: string | null;
}

interface Login {
  name: string;
  password: string;
}

/**
 * Returns a connection that can do what the role wazi_app can do, and nothing more: it cannot become another role, so an injected statement cannot
 * change the ledger or the audit log. The login role is created with the owner's connection, with a random password that only the owner
 * can read, so that all processes on a database share it. Where that is not possible, the given connection is used and the reason is returned.
 * The application's settings are made the defaults of its login in this database.
 * @param givenUrl the connection of the setting, if it is not the owner's
 */
export async function openApplicationLogin(ownerUrl: string, givenUrl?: string): Promise<ApplicationLogin> {
  if (givenUrl !== undefined) await grantApplicationRole(ownerUrl, new URL(withOneHost(givenUrl)).username);
  const made = givenUrl === undefined ? await ensureLogin(ownerUrl) : { url: givenUrl };
  if ("problem" in made) return { url: ownerUrl, excess: made.problem };
  const { url } = made;
  const excess = await findExcessRights(url);
  // An owner's connections must not become the application's role.
  if (excess === null) await setDefaults(url);
  return { url, excess };
}

/**
 * Returns the address of the pooler with the user and password of the application's direct connection, whose defaults are the application's
 * settings: a pooler in transaction mode passes no settings on, and gives each transaction another connection.
 * @param login the application's direct connection
 * @throws StartError when the user has more rights than the application needs
 */
export function toPoolerLogin({ url, excess }: ApplicationLogin, poolerUrl: string): string {
  if (excess !== null) {
    throw new StartError(
      `DATABASE_DIRECT_URL: ${excess}. Through a pooler the application needs a user of its own: set MIGRATION_DATABASE_URL to the owner's connection, and the other two to a user without such rights.`,
    );
  }
  const { username, password } = new URL(withOneHost(url));
  return withLogin(poolerUrl, { name: username, password });
}

/** Every login may set its own defaults. */
async function setDefaults(url: string): Promise<void> {
  const sql = openPool(url, { max: 1, role: null, applicationName: "wazi migrate" });
  try {
    if ((await findOtherDefaults(sql)).length === 0) return;
    await sql.begin(async (tx) => {
      // Processes that start together would change the same row of the catalogue.
      await tx`select pg_advisory_xact_lock(${MIGRATION_LOCK.toString()}::bigint)`;
      for (const statement of await findOtherDefaults(tx)) await tx.unsafe(statement);
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** The statements that a login's defaults in this database still need. */
async function findOtherDefaults(sql: Queryable): Promise<string[]> {
  const rows = await sql<{ statement: string }[]>`
    select format('alter role %I in database %I set %I = ', session_user, current_database(), s.name)
      || (select string_agg(quote_literal(part), ', ') from unnest(string_to_array(s.value, ', ')) as part) as statement
    from unnest(${Object.keys(applicationSettings)}::text[], ${Object.values(applicationSettings)}::text[]) as s (name, value)
    where not exists (
      select from pg_db_role_setting d join pg_database b on b.oid = d.setdatabase
      where b.datname = current_database() and d.setrole = session_user::regrole and s.name || '=' || s.value = any(d.setconfig))`;
  return rows.map(({ statement }) => statement);
}

async function ensureLogin(ownerUrl: string): Promise<{ url: string } | { problem: string }> {
  const owner = openPool(ownerUrl, { max: 1, role: null, applicationName: "wazi migrate" });
  try {
    await owner`select pg_advisory_lock(${MIGRATION_LOCK.toString()}::bigint)`;
    const login = await readLogin(owner);
    const url = withLogin(ownerUrl, login);
    if ((await tryLogin(url, login.name)) === null) return { url };
    await setLogin(owner, login);
    const refusal = await tryLogin(url, login.name);
    return refusal === null
      ? { url }
      : { problem: `the role ${login.name} cannot connect (${refusal}); allow it in pg_hba.conf` };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/\s+/g, " ") : String(error);
    return { problem: `its user cannot create a login role for the application (${reason})` };
  } finally {
    await owner.end({ timeout: 5 });
  }
}

async function readLogin(owner: Sql): Promise<Login> {
  await owner.unsafe(CREATE_TABLE);
  const name = `wazi_login_${randomBytes(NAME_BYTES).toString("hex")}`;
  const password = randomBytes(PASSWORD_BYTES).toString("hex");
  await owner`
    insert into wazi_private.application_login (id, name, password) values (1, ${name}, ${password}) on conflict do nothing`;
  const [login] = await owner<Login[]>`select name, password from wazi_private.application_login`;
  if (!login) throw new Error("the login role has no name");
  return login;
}

/** Creates the role, or gives it its password and no rights again. Both texts are hexadecimal and our own. */
async function setLogin(owner: Sql, { name, password }: Login): Promise<void> {
  await owner.unsafe(`
    do $$ begin
      if not exists (select from pg_roles where rolname = '${name}') then create role ${name}; end if;
    end $$`);
  await owner.unsafe(`alter role ${name} login password '${password}'`);
  await owner.unsafe(`grant wazi_app to ${name}`);
  await owner`grant connect on database ${raw(await quoteDatabase(owner))} to wazi_app`;
}

async function quoteDatabase(owner: Sql): Promise<string> {
  const [row] = await owner<{ name: string }[]>`select quote_ident(current_database()) as name`;
  return row?.name ?? "";
}

/** Returns why the role cannot connect, or null. */
async function tryLogin(url: string, name: string): Promise<string | null> {
  const sql = openPool(url, { max: 1 });
  try {
    const [row] = await sql<{ name: string }[]>`select session_user::text as name`;
    return row?.name === name ? null : `the connection is ${row?.name ?? "unknown"}'s`;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/\s+/g, " ") : String(error);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The rights of a connection's own user, whatever role it has set. */
async function findExcessRights(url: string): Promise<string | null> {
  const sql = openPool(url, { max: 1 });
  try {
    const [row] = await sql<{ mayBecome: string | null; isSuperuser: boolean; mayCreateRoles: boolean }[]>`
      select (select string_agg(distinct relowner::regrole::text, ', ') from pg_class
          where relnamespace = 'public'::regnamespace and pg_has_role(session_user, relowner, 'member')) as "mayBecome",
        rolsuper as "isSuperuser", rolcreaterole as "mayCreateRoles"
      from pg_roles where rolname = session_user`;
    if (row?.isSuperuser) return "its user is a superuser";
    if (row?.mayCreateRoles) return "its user can create roles";
    return !row?.mayBecome ? null : `its user can become ${row.mayBecome}, who owns the tables`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** @throws StartError when the owner may not, with what a superuser must run */
async function grantApplicationRole(ownerUrl: string, user: string): Promise<void> {
  const owner = openPool(ownerUrl, { max: 1, role: null, applicationName: "wazi migrate" });
  try {
    await owner`select pg_advisory_lock(${MIGRATION_LOCK.toString()}::bigint)`;
    const [row] = await owner<{ name: string; isMember: boolean }[]>`
      select quote_ident(rolname) as name, pg_has_role(rolname, 'wazi_app', 'member') as "isMember"
      from pg_roles where rolname = ${decodeURIComponent(user)}`;
    if (!row || row.isMember) return;
    await owner.unsafe(`grant wazi_app to ${row.name}`).catch((error: unknown) => {
      // Roles belong to the whole server, the lock to one of its databases: another one gave it at the same moment.
      if (isDuplicate(error)) return;
      if (!(error instanceof Error && "code" in error && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
      throw new StartError(
        `MIGRATION_DATABASE_URL: its user may not grant the role wazi_app. Run as a superuser: grant wazi_app to ${row.name};`,
      );
    });
  } finally {
    await owner.end({ timeout: 5 });
  }
}

/** URL knows one host; PostgreSQL several. */
function withOneHost(url: string): string {
  return url.replace(/,[^/]*/, "");
}

/** Replaces user and password. A user in the query would win, so it is removed. */
function withLogin(url: string, { name, password }: Login): string {
  const plain = url.replace(/^(postgres(?:ql)?:\/\/)(?:[^@/?]*@)?/, `$1${name}:${password}@`);
  return plain.replace(/([?&])(?:user|password)=[^&]*&?/g, "$1").replace(/[?&]$/, "");
}

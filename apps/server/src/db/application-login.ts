import { randomBytes } from "node:crypto";
import { MIGRATION_LOCK } from "./migrate.ts";
import { StartError } from "../process/start-error.ts";
import { openPool, poolerSettings, raw, type Sql } from "./pool.ts";

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
 * @param givenUrl the connection of the setting, if it is not the owner's
 */
export async function openApplicationLogin(ownerUrl: string, givenUrl?: string): Promise<ApplicationLogin> {
  if (givenUrl !== undefined) {
    await grantApplicationRole(ownerUrl, new URL(withOneHost(givenUrl)).username);
    return { url: givenUrl, excess: await findExcessRights(givenUrl) };
  }
  const made = await ensureLogin(ownerUrl);
  if ("problem" in made) return { url: ownerUrl, excess: made.problem };
  return { url: made.url, excess: await findExcessRights(made.url) };
}

/**
 * Lets the application's connections through a pooler in transaction mode have its settings. A pooler passes no settings on, and gives each
 * transaction another connection, so they are made the defaults of the application's user.
 * @param login the application's direct connection
 * @returns the pooler's address with the user and password of `login`
 * @throws StartError when the user has more rights than the application needs, or when connections through the pooler do not have the settings
 */
export async function openPoolerLogin(
  ownerUrl: string,
  { url, excess }: ApplicationLogin,
  poolerUrl: string,
): Promise<string> {
  if (excess !== null) {
    throw new StartError(
      `DATABASE_DIRECT_URL: ${excess}. Through a pooler the application needs a user of its own: set MIGRATION_DATABASE_URL to the owner's connection, and the other two to a user without such rights.`,
    );
  }
  const { username, password } = new URL(withOneHost(url));
  await setDefaults(ownerUrl, decodeURIComponent(username));
  const pooled = withLogin(poolerUrl, { name: username, password });
  const advice = await findMissingSettings(pooled, url);
  if (advice !== null) throw new StartError(`DATABASE_URL: ${advice}`);
  return pooled;
}

/** The owner may not be allowed to. Then a superuser must have done it, which is checked through the pooler. */
async function setDefaults(ownerUrl: string, user: string): Promise<void> {
  const owner = openPool(ownerUrl, { max: 1, role: null, applicationName: "wazi migrate" });
  try {
    // Processes that start together would change the same row of the catalogue.
    await owner`select pg_advisory_lock(${MIGRATION_LOCK.toString()}::bigint)`;
    const [row] = await owner<{ name: string }[]>`select quote_ident(${user}::text) as name`;
    const database = await quoteDatabase(owner);
    for (const [setting, value] of Object.entries(poolerSettings))
      await owner.unsafe(`alter role ${row?.name ?? ""} in database ${database} set ${setting} = '${value}'`);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
  } finally {
    await owner.end({ timeout: 5 });
  }
}

/** @returns what to do, when a connection through the pooler does not have the settings; null when it has them */
async function findMissingSettings(pooled: string, directUrl: string): Promise<string | null> {
  const sql = openPool(pooled, { max: 1, directUrl });
  try {
    const settings = Object.entries(poolerSettings);
    const rows = await sql<{ name: string; isSet: boolean; user: string; database: string }[]>`
      select s.name, current_setting(s.name) = s.value as "isSet",
        quote_ident(session_user) as user, quote_ident(current_database()) as database
      from unnest(${settings.map(([name]) => name)}::text[], ${settings.map(([, value]) => value)}::text[]) as s (name, value)`;
    const wrong = rows.find(({ isSet }) => !isSet);
    if (!wrong) return null;
    const { name, user, database } = wrong;
    return `a connection through the pooler has another ${name} than "${poolerSettings[name]}". Run as a superuser: alter role ${user} in database ${database} set ${name} = '${poolerSettings[name]}'; then RECONNECT in the pooler's console.`;
  } finally {
    await sql.end({ timeout: 1 });
  }
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

async function grantApplicationRole(ownerUrl: string, user: string): Promise<void> {
  const owner = openPool(ownerUrl, { max: 1, role: null, applicationName: "wazi migrate" });
  try {
    await owner`select pg_advisory_lock(${MIGRATION_LOCK.toString()}::bigint)`;
    const [row] = await owner<{ name: string; isMember: boolean }[]>`
      select quote_ident(rolname) as name, pg_has_role(rolname, 'wazi_app', 'member') as "isMember"
      from pg_roles where rolname = ${decodeURIComponent(user)}`;
    if (row && !row.isMember) await owner.unsafe(`grant wazi_app to ${row.name}`);
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

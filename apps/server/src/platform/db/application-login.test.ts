import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { openApplicationLogin, toPoolerLogin } from "./application-login.ts";
import { applicationSettings } from "./connection-settings.ts";
import { openPool, type Sql } from "./pool.ts";
import { findOtherSettings } from "./server-preflight.ts";

let database: TestDatabase;
let url: string;
/** One connection, so that a role that was set stays set. */
let app: Sql;
let owner: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  const login = await openApplicationLogin(database.url);
  expect(login.excess).toBeNull();
  url = login.url;
  app = openPool(url, { max: 1 });
  owner = openPool(database.url, { max: 1, role: null });
  await owner`insert into audit_log (action, subject_type, subject_id) values ('test', 'user', 'one')`;
});
afterAll(async () => {
  await Promise.all([app.end(), owner.end()]);
  await database.drop();
});

const databaseName = (): string => new URL(database.url).pathname.slice(1);
const escapes = ["select 1", "reset role", "set role none", "reset session authorization", "reset all"];
const changes = [
  "update ledger_entries set amount = 0",
  "delete from ledger_entries",
  "truncate ledger_entries cascade",
  "update ledger_transactions set reason = 'x'",
  "delete from ledger_transactions",
  "update audit_log set action = 'x'",
  "delete from audit_log",
  "truncate audit_log",
  "alter table audit_log disable trigger all",
  "drop table audit_log",
];

describe("the application's connection", () => {
  it.each(escapes.flatMap((escape) => changes.map((change) => [escape, change])))(
    "after %s: refuses %s",
    { tags: ["S65"] },
    async (escape, change) => {
      await app.unsafe(escape);
      await expect(app.unsafe(change)).rejects.toThrow(/permission denied|must be owner/);
    },
  );

  it.each([
    "set role postgres",
    "set session authorization postgres",
    "set session authorization default; set role postgres",
    "set session_replication_role = replica",
    "create role thief superuser",
    "alter role wazi_app superuser",
    "grant postgres to wazi_app",
    "select * from wazi_private.application_login",
    "copy (select 1) to program 'true'",
    "select pg_read_file('/etc/passwd')",
    "create table public.mine (id int)",
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'",
  ])("cannot take more rights: %s", { tags: ["S65"] }, async (statement) => {
    await expect(app.unsafe(statement)).rejects.toThrow(
      /permission denied|must be (owner|superuser)|denied to set|only roles with/i,
    );
  });

  it("can do what the application does", async () => {
    await app.unsafe("reset role");
    await app`insert into audit_log (action, subject_type, subject_id) values ('test', 'user', 'two')`;
    const rows = await app<{ subject: string }[]>`
      select subject_id as subject from audit_log where action = 'test' order by id`;
    expect(rows.map(({ subject }) => subject)).toEqual(["one", "two"]);
  });

  it("is the same for every process on the database, and is repaired when its role is missing", async () => {
    const others = await Promise.all([1, 2, 3].map(() => openApplicationLogin(database.url)));
    expect(new Set(others.map((other) => other.url))).toEqual(new Set([url]));
    await owner`update wazi_private.application_login set name = 'wazi_login_test', password = 'abc'`;
    const { url: other, excess } = await openApplicationLogin(database.url);
    expect([new URL(other).username, excess]).toEqual(["wazi_login_test", null]);
  });
});

describe("the defaults of the application's login", () => {
  let login: string;

  beforeAll(async () => {
    login = (await openApplicationLogin(database.url)).url;
  });

  const settingsOf = async (given: string): Promise<unknown> => {
    // PostgreSQL itself stands for a pooler: nothing is passed on with the connection.
    const sql = openPool(given, { max: 1, directUrl: given });
    const others = await findOtherSettings(sql, applicationSettings);
    await sql.end();
    return others.map(({ name }) => name);
  };

  it("are the application's settings, in this database only, also on an installation without them", async () => {
    const user = new URL(login).username;
    expect(await settingsOf(login)).toEqual([]);
    await owner.unsafe(`alter role ${user} in database ${databaseName()} reset all`);
    await owner.unsafe(`alter role ${user} in database ${databaseName()} set statement_timeout = '1s'`);
    expect(await settingsOf(login)).toContain("statement_timeout");
    await Promise.all([1, 2, 3].map(() => openApplicationLogin(database.url)));
    expect(await settingsOf(login)).toEqual([]);
    const elsewhere = new URL(login);
    elsewhere.pathname = "/postgres";
    expect(await settingsOf(elsewhere.href)).toContain("statement_timeout");
  });

  it("are not written again when nothing has changed", async () => {
    const readVersion = () =>
      owner`select s.xmin::text as version from pg_db_role_setting s join pg_roles r on r.oid = s.setrole where rolname = ${new URL(login).username}`;
    const before = await readVersion();
    await openApplicationLogin(database.url);
    expect(before).toHaveLength(1);
    expect(await readVersion()).toEqual(before);
  });

  it("do not make an owner's connection the application's", async () => {
    const asLogin = openPool(login, { max: 1, role: null });
    expect(await asLogin`select current_user::text as "user"`).toEqual([{ user: new URL(login).username }]);
    await asLogin.end();
  });
});

describe("the login for a pooler", () => {
  it("is the direct one", () => {
    const pooled = toPoolerLogin({ url, excess: null }, "postgres://somebody:else@pooler:6432/wazi");
    expect(pooled).toBe(url.replace(/@.*/, "@pooler:6432/wazi"));
  });

  it("is refused with more rights than the application needs", () => {
    const owning = { url: database.url, excess: "its user is a superuser" };
    expect(() => toPoolerLogin(owning, database.url)).toThrow(
      /^DATABASE_DIRECT_URL: its user is a superuser\. Through a pooler/,
    );
  });
});

describe("a connection that the operator gives", () => {
  it("is used with the application's rights, or with the reason why it has too many", async () => {
    await owner.unsafe(`
      do $$ begin
        if not exists (select from pg_roles where rolname = 'wazi_given_test') then
          create role wazi_given_test login password 'given';
        end if;
      end $$`);
    const given = database.url.replace(/\/\/[^@]*@/, "//wazi_given_test:given@");
    expect(await openApplicationLogin(database.url, given)).toEqual({ url: given, excess: null });
    const sql = openPool(given, { max: 1 });
    await expect(sql.unsafe("reset role; delete from ledger_entries")).rejects.toThrow(/permission denied/);
    await sql.end();
    expect((await openApplicationLogin(database.url, database.url)).excess).toBe("its user is a superuser");
  });

  it("is refused when the owner may not give it the application's role, with what a superuser must run", async () => {
    await owner.unsafe(`
      do $$ begin
        if not exists (select from pg_roles where rolname = 'wazi_powerless_test') then
          create role wazi_powerless_test login password 'none';
          create role "wazi-other_test" login password 'none';
        end if;
      end $$`);
    const powerless = database.url.replace(/\/\/[^@]*@/, "//wazi_powerless_test:none@");
    const other = database.url.replace(/\/\/[^@]*@/, "//wazi-other_test:none@");
    await expect(openApplicationLogin(powerless, other)).rejects.toThrow(
      'MIGRATION_DATABASE_URL: its user may not grant the role wazi_app. Run as a superuser: grant wazi_app to "wazi-other_test";',
    );
  });

  it("is told when no login role can be created", async () => {
    await owner.unsafe(`
      do $$ begin
        if not exists (select from pg_roles where rolname = 'wazi_owner_test') then
          create role wazi_owner_test login password 'owner';
        end if;
      end $$; grant wazi_app to wazi_owner_test; grant create on database ${new URL(database.url).pathname.slice(1)} to wazi_owner_test;
      drop schema wazi_private cascade`);
    const plain = database.url.replace(/\/\/[^@]*@/, "//wazi_owner_test:owner@");
    const { url: used, excess } = await openApplicationLogin(plain);
    expect(used).toBe(plain);
    expect(excess).toMatch(
      /^its user cannot create a login role for the application \(permission denied to create role/,
    );
  });
});

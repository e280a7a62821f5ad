import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../tests/harness/test-database.ts";
import { openApplicationLogin, openPoolerLogin } from "./application-login.ts";
import { openPool, type Sql } from "./pool.ts";

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
    "S65 after %s: refuses %s",
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
  ])("S65 cannot take more rights: %s", async (statement) => {
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

describe("the application's connections through a pooler", () => {
  const settingsOf = async (given: string): Promise<unknown> => {
    const sql = openPool(given, { max: 1, directUrl: given });
    const rows = await sql`
      select session_user::text as "user", current_user::text as "role", current_setting('statement_timeout') as "statement",
        current_setting('idle_in_transaction_session_timeout') as "idle", current_setting('TimeZone') as "zone"`;
    await sql.end();
    return rows[0];
  };

  it("have the application's settings as defaults of its user, in this database only", async () => {
    const login = { url, excess: null };
    // PostgreSQL itself stands for a pooler: nothing is passed on with the connection.
    const pooled = await openPoolerLogin(database.url, login, database.url.replace(/\/\/[^@]*@/, "//somebody:else@"));
    expect(new URL(pooled).username).toBe(new URL(url).username);
    const user = new URL(url).username;
    expect(await settingsOf(pooled)).toEqual({ user, role: "wazi_app", statement: "15s", idle: "10s", zone: "UTC" });
    const elsewhere = new URL(pooled);
    elsewhere.pathname = "/postgres";
    expect(await settingsOf(elsewhere.href)).toMatchObject({ role: user, statement: "0" });
  });

  it("are refused when the pooler's connections do not have them, with what a superuser must run", async () => {
    const given = await openApplicationLogin(database.url);
    // An owner who may not change another user's settings.
    await owner.unsafe("create role wazi_powerless_test login password 'none'");
    const powerless = database.url.replace(/\/\/[^@]*@/, "//wazi_powerless_test:none@");
    await owner.unsafe(
      `alter role ${new URL(given.url).username} in database ${databaseName()} set statement_timeout = '1s'`,
    );
    await expect(openPoolerLogin(powerless, given, given.url)).rejects.toThrow(
      /^DATABASE_URL: a connection through the pooler has another statement_timeout than "15s"\. Run as a superuser: alter role wazi_login_\w+ in database \w+ set statement_timeout = '15s'; then RECONNECT/,
    );
    await owner.unsafe("drop role wazi_powerless_test");
    await openPoolerLogin(database.url, given, given.url);
  });

  it("are refused with more rights than the application needs", async () => {
    const owning = { url: database.url, excess: "its user is a superuser" };
    await expect(openPoolerLogin(database.url, owning, database.url)).rejects.toThrow(
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

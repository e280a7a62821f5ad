import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeSchema } from "../../../../../tests/harness/describe-schema.ts";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { StartError } from "../process/start-error.ts";
import { migrate, missingMigrations } from "./migrate.ts";
import { openPool, type Queryable, type Sql } from "./pool.ts";
import { watchStep } from "./watch-step.ts";

/** Reviewed with every migration. `npx vitest run --project api apps/server/src/platform/db/schema.test.ts -u` updates it. */
const REVIEWED = "./schema.txt";
const FUNCTION_FILES = readdirSync(join(import.meta.dirname, "functions")).map((name) => `functions/${name}`);
const INSTALL_EARLIER_FUNCTIONS = `
  create or replace function door_write_exits(writes jsonb, posted_id bigint) returns void language plpgsql as $$
  begin return; end $$;
  create or replace function announce_user() returns trigger language plpgsql as $$ begin return null; end $$;
  update schema_migrations set checksum = 'earlier' where name like 'functions/%'`;

let database: TestDatabase;
let sql: Sql;

beforeEach(async () => {
  database = await createTestDatabase();
  sql = openPool(database.url, { max: 1, role: null });
});
afterEach(async () => {
  await sql.end();
  await database.drop();
});

const readNames = async (): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`select name from schema_migrations order by name`;
  return rows.map(({ name }) => name);
};

/** Takes a lock in a transaction, and goes on in it. Resolves when the lock is held. */
async function holdLock(
  other: Sql,
  lock: string,
  goOn: (tx: Queryable) => Promise<unknown>,
): Promise<{ ended: Promise<void> }> {
  let sayHeld: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => (sayHeld = resolve));
  const ended = other.begin(async (tx) => {
    // On a busy machine the test takes longer than a transaction may be idle, and the server would end the connection.
    await tx.unsafe(`set local idle_in_transaction_session_timeout = 0; ${lock}`);
    sayHeld();
    await goOn(tx);
  });
  await Promise.race([isHeld, ended]);
  return { ended };
}

/** Records the migrations of another version instead of this version's. */
async function recordInstead(names: readonly string[]): Promise<void> {
  await sql`delete from schema_migrations`;
  await sql`insert into schema_migrations (name, checksum) select name, ${randomUUID()} from unnest(${names}::text[]) name`;
}

describe("the schema", () => {
  it("is the reviewed one on a new database", async () => {
    await expect(await describeSchema(database.url)).toMatchFileSnapshot(REVIEWED);
    expect(await missingMigrations(sql)).toEqual([]);
  });

  it("is the same on a database with earlier functions", async () => {
    await sql.unsafe(INSTALL_EARLIER_FUNCTIONS);
    expect(await missingMigrations(sql)).toEqual(FUNCTION_FILES);
    expect(await migrate(database.url)).toEqual(FUNCTION_FILES);
    await expect(await describeSchema(database.url)).toMatchFileSnapshot(REVIEWED);
    expect(await missingMigrations(sql)).toEqual([]);
    expect(await migrate(database.url)).toEqual([]);
  });
});

describe("migrate", () => {
  it("refuses a database of an earlier development version", async () => {
    await recordInstead(["0001-identity.sql", "0152-index-ids-as-one-word.sql"]);
    const before = await readNames();
    await expect(migrate(database.url)).rejects.toThrow(
      new StartError(
        "This database was made by an earlier development version of Wazi (migration 0152-index-ids-as-one-word.sql). Start with a new DATA_DIR or an empty database.",
      ),
    );
    expect(await readNames()).toEqual(before);
  });

  it("refuses a migration that has changed since it was run", async () => {
    await sql`update schema_migrations set checksum = 'other' where name = '0002-ledger.sql'`;
    await expect(migrate(database.url)).rejects.toThrow(
      new StartError(
        "Migration 0002-ledger.sql has changed since it was run on this database. Start the version of Wazi that made this database, or use an empty database.",
      ),
    );
  });

  it("refuses the schema of a newer version and leaves its functions", async () => {
    await sql.unsafe(INSTALL_EARLIER_FUNCTIONS);
    await sql`insert into schema_migrations (name, checksum) values ('9999-later.sql', 'later')`;
    const before = await describeSchema(database.url);
    expect(await missingMigrations(sql)).toEqual([]);
    await expect(migrate(database.url)).rejects.toThrow(
      new StartError(
        "This database was migrated by a newer version of Wazi (migration 9999-later.sql). Start that version or a later one, or restore the backup from before the upgrade.",
      ),
    );
    expect(await describeSchema(database.url)).toBe(before);
  });

  it("runs without a time limit for its statements", async () => {
    await sql.unsafe(INSTALL_EARLIER_FUNCTIONS);
    await sql.unsafe(`
      create table seen_limits (statement_timeout text);
      create function note_limit() returns event_trigger language plpgsql as $$
      begin insert into seen_limits values (current_setting('statement_timeout')); end $$;
      create event trigger note_limit on ddl_command_end execute function note_limit()`);
    await migrate(database.url);
    expect(await sql`select distinct statement_timeout as "limit" from seen_limits`).toEqual([{ limit: "0" }]);
  });

  it("applies nothing when one file fails", async () => {
    await sql.unsafe(INSTALL_EARLIER_FUNCTIONS);
    await sql`delete from schema_migrations where name = '0009-trader.sql'`;
    const before = await describeSchema(database.url);
    await expect(migrate(database.url)).rejects.toThrow(/relation "leases" already exists/);
    expect(await describeSchema(database.url)).toBe(before);
  });
});

describe("an unfit database", () => {
  async function refusalOf(url: string): Promise<string> {
    const error: unknown = await migrate(url).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    const { message } = error as StartError;
    expect(message).not.toContain("\n");
    return message;
  }

  it.each([
    ["", "create table public.orders (id int)", "public.orders"],
    [" whose tool has migrations too", "create table schema_migrations (version text)", "public.schema_migrations"],
    [" in a schema of its own", "create schema shop; create table shop.orders (id int)", "shop.orders"],
  ])("of another program%s is refused and not changed", async (_which, statements, table) => {
    await sql.unsafe("create database empty_one template template0");
    const url = new URL(database.url);
    url.pathname = "/empty_one";
    const foreign = openPool(url.href, { max: 1, role: null });
    try {
      await foreign.unsafe(statements);
      const before = await foreign`select relname from pg_class order by relname`;
      expect(await refusalOf(url.href)).toBe(
        `DATABASE_URL: the database "empty_one" belongs to another program (it has the table ${table}). Run \`create database wazi\` and name that database.`,
      );
      expect(await foreign`select relname from pg_class order by relname`).toEqual(before);
    } finally {
      await foreign.end();
      await sql.unsafe("drop database empty_one with (force)");
    }
  });

  it("that is a template is refused", async () => {
    const url = new URL(database.url);
    url.pathname = "/template1";
    expect(await refusalOf(url.href)).toMatch(
      /^DATABASE_URL: "template1" is a template, .* Run `create database wazi`/,
    );
  });
});

describe("a migration that takes long", () => {
  const further = [{ name: "9999-slow.sql", text: "select pg_sleep(60)" }];
  const findMigrating = () =>
    sql<
      object[]
    >`select from pg_stat_activity where datname = current_database() and application_name = 'wazi migrate'`;

  it("tells its step, also to a process that waits for it, and ends at the signal without a trace", async () => {
    const steps: string[] = [];
    const [first, second] = [new AbortController(), new AbortController()];
    const run = (name: string, { signal }: AbortController): Promise<string[]> => {
      const onStep = (step: number, of: number): void => void steps.push(`${name} ${step} of ${of}`);
      return migrate(database.url, undefined, { further, onStep, signal });
    };
    const migrating = run("first", first).catch(() => "ended");
    await expect.poll(() => steps).toEqual(["first 1 of 1"]);
    const waiting = run("second", second).catch(() => "ended");
    await expect.poll(() => steps).toEqual(["first 1 of 1", "second 0 of 1"]);
    second.abort();
    first.abort();
    expect(await Promise.all([migrating, waiting])).toEqual(["ended", "ended"]);
    await expect.poll(findMigrating).toEqual([]);
    expect(await readNames()).not.toContain("9999-slow.sql");
  });
});

describe("a migration that loses a deadlock", () => {
  /** Databases from one template have the same numbers of tables. */
  const locks = `pg_locks where relation = 'deposits'::regclass
    and database = (select oid from pg_database where datname = current_database())`;
  /** Its first attempt takes the second lock when another connection waits for the first: this one closes the circle, and is ended. */
  const text = `
    set local deadlock_timeout = '10ms';
    lock table deposits in access exclusive mode;
    do $$ begin
      -- A rollback leaves sequences as they are.
      if nextval('attempts') = 1 then
        for each in 1 .. 3000 loop
          exit when exists (select from ${locks} and not granted);
          perform pg_sleep(0.01);
        end loop;
      end if;
    end $$;
    lock table withdrawals in access exclusive mode;
    create table later_notes (note text)`;

  it("begins again, and says so", async () => {
    await sql`create sequence attempts`;
    const other = openPool(database.url, { max: 1, role: null });
    const lines: string[] = [];
    const note = (_fields: object, message: string): void => void lines.push(message);
    const lock = "set local deadlock_timeout = '60s'; lock table withdrawals in row exclusive mode";
    const { ended } = await holdLock(other, lock, async (tx) => {
      await expect.poll(() => sql.unsafe(`select from ${locks}`)).toHaveLength(1);
      await tx.unsafe("lock table deposits in row exclusive mode");
    });
    const further = [{ name: "9999-later.sql", text }];
    expect(await migrate(database.url, { info: note, warn: note }, { further })).toEqual(["9999-later.sql"]);
    await ended;
    expect(lines.filter((line) => line.includes("lost a deadlock"))).toHaveLength(1);
    expect(await sql`select from later_notes`).toEqual([]);
    await other.end();
  });
});

describe("watchStep", () => {
  it("says which connection holds the lock that a migration waits for", async () => {
    const other = openPool(database.url, { max: 1, role: null, applicationName: "an old report" });
    const limits = { queryTimeoutMs: 0, statementTimeoutMs: 0 };
    const migrating = openPool(database.url, { max: 1, role: null, applicationName: "wazi migrate", ...limits });
    const lines: { fields: object; message: string }[] = [];
    const note = (fields: object, message: string): void => void lines.push({ fields, message });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    // The migration would not wait if it came first.
    const { ended } = await holdLock(other, "lock table audit_log in access share mode", () => released);
    const step = watchStep({ observer: sql, log: { info: note, warn: note }, everyMs: 20 }, "0099-x.sql", async () => {
      await migrating.begin(async (tx) => void (await tx.unsafe("lock table audit_log in access exclusive mode")));
    });
    const deadline = Date.now() + 30_000;
    while (!lines.some(({ message }) => message.includes("waits for a lock")) && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 10));
    release();
    await Promise.all([ended, step]);
    expect(lines.find(({ message }) => message.includes("waits for a lock"))?.fields).toMatchObject({
      step: "0099-x.sql",
      blocker: { program: "an old report", state: "idle in transaction" },
    });
    expect(lines.at(-1)).toMatchObject({ message: "migrated", fields: { step: "0099-x.sql" } });
    await Promise.all([other.end(), migrating.end()]);
  });
});

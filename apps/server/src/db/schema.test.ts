import { randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeSchema } from "../../../../tests/harness/describe-schema.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/harness/test-database.ts";
import { StartError } from "../process/start-error.ts";
import { migrate, missingMigrations } from "./migrate.ts";
import { openPool, type Sql } from "./pool.ts";

/** Reviewed with every migration. `npx vitest run --project api apps/server/src/db/schema.test.ts -u` updates it. */
const REVIEWED = "./schema.txt";
const FUNCTION_FILES = readdirSync(join(import.meta.dirname, "functions")).map((name) => `functions/${name}`);
const INSTALL_EARLIER_FUNCTIONS = `
  create or replace function post_operations(operations jsonb) returns text[] language plpgsql as $$
  begin return array['posted']; end $$;
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
    await recordInstead(["0001-create-identity.sql", "0006-create-door.sql"]);
    const before = await readNames();
    await expect(migrate(database.url)).rejects.toThrow(
      new StartError(
        "This database was made by an earlier development version of Wazi (migration 0006-create-door.sql). Start with a new DATA_DIR or an empty database.",
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

  it("keeps the functions of a newer version", async () => {
    await sql.unsafe(INSTALL_EARLIER_FUNCTIONS);
    await sql`insert into schema_migrations (name, checksum) values ('9999-later.sql', 'later')`;
    const before = await describeSchema(database.url);
    expect(await missingMigrations(sql)).toEqual([]);
    expect(await migrate(database.url)).toEqual([]);
    expect(await describeSchema(database.url)).toBe(before);
  });

  it("applies nothing when one file fails", async () => {
    await sql.unsafe(INSTALL_EARLIER_FUNCTIONS);
    await sql`delete from schema_migrations where name = '0010-orders.sql'`;
    const before = await describeSchema(database.url);
    await expect(migrate(database.url)).rejects.toThrow(/relation "orders" already exists/);
    expect(await describeSchema(database.url)).toBe(before);
  });
});

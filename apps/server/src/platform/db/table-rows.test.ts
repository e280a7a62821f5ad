import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { seedTables } from "../../../../../lab/commands/seeding/seed-table-store.ts";
import { dayTables } from "../../ledger/days/store.ts";
import { postArguments } from "../../ledger/door/post-arguments.ts";
import { doorTables } from "../../ledger/door/door-tables.ts";
import { openPool, type Sql } from "./pool.ts";
import { type Columns, formatJsonRows } from "./table-rows.ts";

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = openPool(database.url, { max: 1, role: null });
});
afterAll(async () => {
  await sql.end();
  await database.drop();
});

interface Written {
  table: string;
  columns: Columns;
  otherColumns: readonly string[];
}

const ofDoor = Object.values(doorTables).map(({ table, columns, filledByDoor }): Written => {
  return { table, columns, otherColumns: filledByDoor };
});
const ofStatements: readonly Written[] = [...Object.values(seedTables), ...Object.values(dayTables)];

describe("the rows that the door, seeds and stored days write", () => {
  it.each([...ofDoor, ...ofStatements])("match the columns and types of $table", async (definition) => {
    await expectColumnTypes(sql, definition);
  });

  it.each([...ofDoor, ...ofStatements])(
    "give a value for each column of $table that needs one",
    async ({ table, columns, otherColumns }) => {
      await expectAllColumns(sql, table, [...Object.keys(columns), ...otherColumns]);
    },
  );

  it("are, for the door, its arguments, with their types", async () => {
    const [row] = await sql<{ named: string[]; types: string[] }[]>`
      select proargnames as named, array(select format_type(t, null) from unnest(proargtypes) with ordinality a (t, n) order by n) as types
      from pg_proc where proname = 'post_operations'`;
    const inOrder = (given: readonly { name: string }[] = []) => [...given].sort((a, b) => (a.name < b.name ? -1 : 1));
    const taken = row?.named.map((name, index) => ({ name, type: row.types[index] }));
    expect(inOrder(taken)).toEqual(inOrder(postArguments));
  });

  it("have the columns' names and no other properties, and are refused without a value", () => {
    const moment = new Date(0);
    const event = { operationId: "a", kind: "b", actorId: null, postedAt: moment, entries: [] };
    expect(formatJsonRows(seedTables.transactions, [{ ...event, name: "not a column" } as typeof event])).toBe(
      '[{"operation_id":"a","kind":"b","actor_id":null,"posted_at":"1970-01-01T00:00:00.000Z","entries":[]}]',
    );
    const { actorId: _actorId, ...rest } = event;
    expect(() => formatJsonRows(seedTables.transactions, [rest as typeof event])).toThrow(
      "A row of ledger_transactions has no value for actorId",
    );
  });
});

interface Column {
  name: string;
  type: string;
  /** The database fills it, so no writer needs to give it. */
  isFilled: boolean;
}

function readColumns(sql: Sql, table: string): Promise<Column[]> {
  return sql<Column[]>`
    select column_name as name, data_type || case is_nullable when 'YES' then ' | null' else '' end as type,
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as "isFilled"
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`;
}

/** Returns the texts that a column's check constraint allows. */
async function readAllowed(sql: Sql, table: string, column: string): Promise<string[]> {
  const [row] = await sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${`${table}_${column}_check`}`;
  return [...(row?.definition ?? "").matchAll(/'([^']+)'::text/g)].map(([, text]) => text ?? "");
}

/** Expects that the columns exist in the table, with these types and allowed texts. */
async function expectColumnTypes(sql: Sql, { table, columns }: { table: string; columns: Columns }): Promise<void> {
  const found = new Map((await readColumns(sql, table)).map(({ name, type }) => [name, type]));
  for (const [column, type] of Object.entries(columns)) {
    expect([column, found.get(column)]).toEqual([column, typeof type === "string" ? type : "text"]);
    if (typeof type === "string") continue;
    expect([...(await readAllowed(sql, table, column))].sort()).toEqual([...type].sort());
  }
}

/** Expects that `given` are columns of the table, each once, and that no other column needs a value. */
async function expectAllColumns(sql: Sql, table: string, given: readonly string[]): Promise<void> {
  const columns = await readColumns(sql, table);
  expect(new Set(given).size).toBe(given.length);
  expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining([...given]));
  expect(columns.filter(({ name, isFilled }) => !isFilled && !given.includes(name))).toEqual([]);
}

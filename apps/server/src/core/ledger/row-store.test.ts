import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";
import { openPool, type Sql } from "../../db/pool.ts";
import { postArguments } from "./post-arguments-store.ts";
import { buildJsonRow, doorTables, listSelectColumns, toDoorRows, type RowFor } from "./row-store.ts";

interface Column {
  name: string;
  type: string;
  /** The database fills it, so no writer needs to give it. */
  isFilled: boolean;
}

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

function readColumns(table: string): Promise<Column[]> {
  return sql<Column[]>`
    select column_name as name, data_type || case is_nullable when 'YES' then ' | null' else '' end as type,
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as "isFilled"
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`;
}

/** Returns the texts that a column's check constraint allows. */
async function readAllowed(table: string, column: string): Promise<string[]> {
  const [row] = await sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = ${`${table}_${column}_check`}`;
  return [...(row?.definition ?? "").matchAll(/'([^']+)'::text/g)].map(([, text]) => text ?? "");
}

const mark: RowFor<"marks"> = {
  botId: "00000000-0000-4000-8000-000000000001",
  version: "1",
  entryMark: "1",
  exitMark: "1",
  price: "1",
  barTime: null,
};

describe("the columns of the door's tables", () => {
  it("are read under their names in camel case, with figures as texts", () => {
    expect(listSelectColumns("marks")).toBe(
      'bot_id as "botId", version::text as "version", entry_mark::text as "entryMark", ' +
        'exit_mark::text as "exitMark", price::text as "price", bar_time as "barTime"',
    );
    expect(buildJsonRow("marks", "m")).toBe(
      "jsonb_build_object('botId', m.bot_id, 'version', m.version::text, 'entryMark', m.entry_mark::text, " +
        "'exitMark', m.exit_mark::text, 'price', m.price::text, 'barTime', m.bar_time)",
    );
    expect(listSelectColumns("positions")).toContain('is_active as "isActive"');
    expect(listSelectColumns("exits")).toContain('amount::text as "amount", status as "status"');
  });
});

describe("the rows that the ledger's door writes", () => {
  it.each(Object.values(doorTables))("match the columns and types of $table", async (definition) => {
    const columns = await readColumns(definition.table);
    const typeOf = new Map(columns.map(({ name, type }) => [name, type]));
    for (const [column, type] of Object.entries<string | readonly string[]>(definition.columns)) {
      expect([column, typeOf.get(column)]).toEqual([column, typeof type === "string" ? type : "text"]);
      if (typeof type === "string") continue;
      expect([...(await readAllowed(definition.table, column))].sort()).toEqual([...type].sort());
    }
  });

  it.each(Object.values(doorTables))("give a value for each column of $table that needs one", async (definition) => {
    const columns = await readColumns(definition.table);
    const given = [...Object.keys(definition.columns), ...definition.filledByDoor];
    expect(new Set(given).size).toBe(given.length);
    expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining(given));
    const without = columns.filter(({ name, isFilled }) => !isFilled && !given.includes(name));
    expect(without).toEqual([]);
  });

  it("are the arguments of the door, with their types", async () => {
    const [row] = await sql<{ named: string[]; types: string[] }[]>`
      select proargnames as named, array(select format_type(t, null) from unnest(proargtypes) with ordinality a (t, n) order by n) as types
      from pg_proc where proname = 'post_operations'`;
    const inOrder = (given: readonly { name: string }[] = []) => [...given].sort((a, b) => (a.name < b.name ? -1 : 1));
    const taken = row?.named.map((name, index) => ({ name, type: row.types[index] }));
    expect(inOrder(taken)).toEqual(inOrder(postArguments));
  });

  it("contain only columns of the table, with their SQL names", () => {
    const given = { ...mark, barTime: new Date(0), name: "not a column" };
    expect(toDoorRows({ marks: [given] })).toEqual({
      marks: [{ bot_id: mark.botId, version: "1", entry_mark: "1", exit_mark: "1", price: "1", bar_time: new Date(0) }],
    });
  });

  it("are left out when there are none", () => {
    expect(toDoorRows({ marks: [], exits: [] })).toEqual({});
  });

  it("are rejected when a column has no value", () => {
    const { barTime: _barTime, ...rest } = mark;
    expect(() => toDoorRows({ marks: [rest as typeof mark] })).toThrow("A row of marks has no value for barTime");
  });
});

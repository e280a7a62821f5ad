import { expect } from "vitest";
import type { Sql } from "../../apps/server/src/platform/db/pool.ts";
import type { Columns } from "../../apps/server/src/platform/db/table-rows.ts";

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
export async function expectColumnTypes(
  sql: Sql,
  { table, columns }: { table: string; columns: Columns },
): Promise<void> {
  const found = new Map((await readColumns(sql, table)).map(({ name, type }) => [name, type]));
  for (const [column, type] of Object.entries(columns)) {
    expect([column, found.get(column)]).toEqual([column, typeof type === "string" ? type : "text"]);
    if (typeof type === "string") continue;
    expect([...(await readAllowed(sql, table, column))].sort()).toEqual([...type].sort());
  }
}

/** Expects that `given` are columns of the table, each once, and that no other column needs a value. */
export async function expectAllColumns(sql: Sql, table: string, given: readonly string[]): Promise<void> {
  const columns = await readColumns(sql, table);
  expect(new Set(given).size).toBe(given.length);
  expect(columns.map(({ name }) => name)).toEqual(expect.arrayContaining([...given]));
  expect(columns.filter(({ name, isFilled }) => !isFilled && !given.includes(name))).toEqual([]);
}

import { readProperty, toCamelCase, toSqlNames, type ColumnType, type RowWith } from "../../platform/db/table-rows.ts";
import { doorTables, type TableDefinition } from "./door-tables.ts";

type DoorTable = keyof typeof doorTables;

type ColumnsOf<T extends DoorTable> = (typeof doorTables)[T] extends { instructions: infer I }
  ? (typeof doorTables)[T]["columns"] & I
  : (typeof doorTables)[T]["columns"];

/** A row for the ledger's door, with its columns in camel case. */
export type RowFor<T extends DoorTable> = RowWith<ColumnsOf<T>>;

export type DoorRows = { [T in DoorTable]?: RowFor<T>[] };

/** The tables whose rows have an id and a version. */
type VersionedTable = {
  [T in DoorTable]: RowFor<T> extends { id: string; version: string } ? T : never;
}[DoorTable];

/** A row that must still have the version that was read. */
export interface ExpectedRow {
  table: VersionedTable;
  id: string;
  version: string;
}

const writers = Object.entries<TableDefinition>(doorTables).map(([name, { writes, columns, instructions }]) => ({
  name: name as DoorTable,
  writes,
  toWritten: toSqlNames(name, { ...columns, ...instructions }),
}));

/**
 * Returns an operation's rows as JSON that the door reads: with the columns' SQL names, and without other properties.
 * Empty lists are left out.
 * @throws Error when a row has no value for a column
 */
export function toDoorRows(rows: DoorRows): Record<string, object[]> {
  const written: Record<string, object[]> = {};
  for (const { name, writes, toWritten } of writers) {
    const given = rows[name];
    if (given && given.length > 0) written[writes] = given.map(toWritten);
  }
  return written;
}

/** The tables whose rows most operations write. The door takes one array for each of their columns. */
export const arrayTables = ["positions", "positionEvents"] as const;
export type ArrayTable = (typeof arrayTables)[number];

/** A column of an array table: the argument of the door, its type without "null", and the property of the rows. */
export interface ArrayColumn {
  argument: string;
  type: string;
  property: string;
}

export function listArrayColumns(table: ArrayTable): ArrayColumn[] {
  const { writes, columns } = doorTables[table];
  return Object.entries<string>(columns).map(([column, type]) => ({
    argument: `${writes}_${column}`,
    type: type.replace(" | null", ""),
    property: toCamelCase(column),
  }));
}

/**
 * Returns a row's values in the order of `listArrayColumns`.
 * @throws Error when the row has no value for a column
 */
export function listValues(table: ArrayTable, columns: readonly ArrayColumn[], row: object): unknown[] {
  return columns.map(({ property }) => readProperty(row, table, property));
}

/**
 * The columns of a table as an SQL list under their names in camel case; figures as text, so that none becomes a float. For
 * `raw` of a statement.
 */
export function listSelectColumns(table: DoorTable): string {
  return listColumnTexts(table)
    .map(({ property, text }) => `${text} as "${property}"`)
    .join(", ");
}

/** The row `alias` of a table as a JSON object with the same names; times are texts. */
export function buildJsonRow(table: DoorTable, alias: string): string {
  const pairs = listColumnTexts(table, `${alias}.`).map(({ property, text }) => `'${property}', ${text}`);
  return `jsonb_build_object(${pairs.join(", ")})`;
}

function listColumnTexts(table: DoorTable, prefix = ""): { property: string; text: string }[] {
  return Object.entries<ColumnType>(doorTables[table].columns).map(([column, type]) => {
    const isFigure = typeof type === "string" && /^(numeric|bigint)/.test(type);
    return { property: toCamelCase(column), text: `${prefix}${column}${isFigure ? "::text" : ""}` };
  });
}

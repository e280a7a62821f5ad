/** A column's type as information_schema names it, or the texts that its check constraint allows. */
export type ColumnType = keyof ValueOfType | `${keyof ValueOfType} | null` | readonly string[];

/** Figures are decimal strings, so that they are never converted to a float. */
interface ValueOfType {
  uuid: string;
  text: string;
  numeric: string;
  bigint: string;
  integer: number;
  boolean: boolean;
  /** YYYY-MM-DD */
  date: string;
  "timestamp with time zone": Date;
  jsonb: object;
}

export type Columns = Readonly<Record<string, ColumnType>>;

/**
 * A table whose rows are written as JSON. PostgreSQL ignores a misspelt name in JSON and makes its column null, so a test
 * compares the names with the table.
 */
export interface TableDefinition {
  readonly table: string;
  /** The columns that every row has. */
  readonly columns: Columns;
  /** Columns without a default that the statement fills or leaves empty. */
  readonly otherColumns: readonly string[];
  /** Values for the statement that are not columns. */
  readonly extras?: Columns;
}

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

type ValueOf<T> = T extends readonly (infer Allowed)[]
  ? Allowed
  : T extends `${infer Type extends keyof ValueOfType} | null`
    ? ValueOfType[Type] | null
    : T extends keyof ValueOfType
      ? ValueOfType[T]
      : never;

/** A row with these columns in camel case. */
export type RowWith<C> = { [Column in keyof C & string as CamelCase<Column>]: ValueOf<C[Column]> };

/** A row of a table, with its extras. */
export type RowOf<T extends TableDefinition> = RowWith<
  T extends { extras: infer Extras } ? T["columns"] & Extras : T["columns"]
>;

/** The property of a row that holds a column. */
export const toCamelCase = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The value of a row's property. @throws Error when there is none */
export function readProperty(row: object, table: string, property: string): unknown {
  const value = (row as Record<string, unknown>)[property];
  if (value === undefined) throw new Error(`A row of ${table} has no value for ${property}`);
  return value;
}

/**
 * Returns a function that gives a row its columns' SQL names, and leaves out other properties. It throws when a row has
 * no value for a column.
 * @param table for the error
 */
export function toSqlNames(table: string, columns: Columns): (row: object) => object {
  const properties = Object.keys(columns).map((column) => ({ column, property: toCamelCase(column) }));
  return (row) =>
    Object.fromEntries(properties.map(({ column, property }) => [column, readProperty(row, table, property)]));
}

/**
 * Returns rows as a JSON array with the columns' SQL names, without other properties.
 * @throws Error when a row has no value for a column
 */
export function formatJsonRows<T extends TableDefinition>(definition: T, rows: readonly RowOf<T>[]): string {
  const { table, columns, extras } = definition;
  return JSON.stringify(rows.map(toSqlNames(table, { ...columns, ...extras })));
}

/** Something about a user that is read in the statement that finds the user's session. */
export interface UserRead<T> {
  /**
   * SQL over `users u`, a query for one JSON value. It may also use the call's `asked.argument`, a text or null, the session
   * `s`, and `asked.now` and `asked.seen_after`, which decide what is an active session.
   */
  own: string;
  /** SQL of a query for one JSON value that is the same for all users, if there is one. */
  common?: string;
  /** Converts the two JSON values. `common` is one object for all calls of a statement. */
  parse: (own: never, common: never) => T;
  /** Has a statement of its own, because PostgreSQL prepares every part of a statement that calls share. */
  isRare?: boolean;
}

/** A row as JSON has it: with texts instead of dates. */
export type JsonRow<Row> = {
  [Name in keyof Row]: Row[Name] extends Date | null ? string | Extract<Row[Name], null> : Row[Name];
};

/** Names of the columns that are dates. */
type DateName<Row> = { [Name in keyof Row]: Row[Name] extends Date | null ? Name : never }[keyof Row];

/** Returns a row with the dates that JSON has as texts. */
export function parseDates<Row extends object>(row: JsonRow<Row>, names: readonly DateName<Row>[]): Row {
  const parsed: Record<PropertyKey, unknown> = { ...row };
  for (const name of names) {
    const text = parsed[name];
    if (typeof text === "string") parsed[name] = new Date(text);
  }
  return parsed as Row;
}

/** The fields of lines of text, in which PostgreSQL gives rows in less time than as JSON. Null is no row. */
export const splitLines = <Fields extends string[]>(lines: string | null): Fields[] =>
  lines === null ? [] : lines.split("\n").map((line) => line.split(" ") as Fields);

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CHECKOUT } from "../../tests/harness/wazi-process.ts";

/** The size of a run. */
export interface RunSize {
  operations: number;
  users: number;
  /** Minutes of the simulated market, which runs faster than the clock. */
  marketMinutes: number;
}

/** A table with one row for each thing gains a few at the first use of each: a price, a mark, an open trade, a reader of notices. */
const NEW_THINGS = 100;
/** The keys, mails, sessions and counts of one operation that end with time. */
const ENDING_ROWS_PER_OPERATION = 3;
const ROWS_PER_USER = 30;
/** The symbols with candles, and the bots with marks, are fewer. */
const SERIES = 40;
const MARKET_MINUTES_PER_DAY = 1_440;

/** The rows that docs/reference/retention.md allows a table to gain, by its statement about the table. The first that fits holds. */
const bounds: readonly (readonly [RegExp, (run: RunSize, match: RegExpExecArray) => number])[] = [
  [/^(for ever; few rows|one row for each thing)/, () => NEW_THINGS],
  [
    /^for ever; \d+ to (\d+) rows a day/,
    ({ marketMinutes }, [, most]) => Number(most) * (1 + Math.ceil(marketMinutes / MARKET_MINUTES_PER_DAY)),
  ],
  [/^for ever|archive|those with differences for ever/, () => Infinity],
  [/^until the user is erased/, ({ users }) => NEW_THINGS + ROWS_PER_USER * users],
  [/^minutes for \d+ days/, ({ marketMinutes }) => NEW_THINGS + 2 * SERIES * marketMinutes],
  [/^every (\d+) minutes for/, ({ marketMinutes }, [, every]) => NEW_THINGS + (SERIES * marketMinutes) / Number(every)],
  [/^(until a message is sent|the newest)/, () => NEW_THINGS],
  [/^(until they expire|\d+ (hours|days))/, ({ operations }) => NEW_THINGS + ENDING_ROWS_PER_OPERATION * operations],
];

/** The statement about each table in a table of docs/reference/retention.md. */
export function readRetention(
  text: string = readFileSync(join(CHECKOUT, "docs/reference/retention.md"), "utf8"),
): Map<string, string> {
  const section = /<!-- retention: [^\n]*-->\n([\s\S]*?)<!-- \/retention -->/.exec(text)?.[1] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return new Map(
    rows.flatMap((row) => {
      const [, tables = "", kept = ""] = row.split("|");
      return [...tables.matchAll(/`(\w+)`/g)].map(([, name = ""]): [string, string] => [name, kept.trim()]);
    }),
  );
}

/** The tables that gained more rows than is stated of them, or of which nothing is stated, in sentences. */
export function findGrownTables(
  growth: ReadonlyMap<string, number>,
  run: RunSize,
  retention: ReadonlyMap<string, string> = readRetention(),
): string[] {
  return [...growth].flatMap(([table, rows]) => {
    const kept = retention.get(table);
    if (kept === undefined) return [`nothing states how long the rows of ${table} are kept`];
    const [fit] = bounds.flatMap(([pattern, computeMost]) => {
      const match = pattern.exec(kept);
      return match ? [computeMost(run, match)] : [];
    });
    if (fit === undefined) return [`the table ${table} is neither stated to grow nor bounded: "${kept}"`];
    return rows > fit
      ? [`the table ${table} grew by ${rows} rows, with at most ${Math.floor(fit)} stated: "${kept}"`]
      : [];
  });
}

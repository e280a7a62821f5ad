import type { Readable, Writable } from "node:stream";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { bulkSettings, toStartupOptions } from "./connection-settings.ts";
import { queryableOn, types, type Queryable } from "./pool.ts";

const CONNECT_TIMEOUT_MS = 10_000;

/** One connection without time limits, in one transaction, that also copies whole tables (PostgreSQL's COPY, text format). */
export interface BulkConnection {
  sql: Queryable;
  /** @param query a table with its columns, or a query in brackets; never input from outside */
  copyOut(query: string): Readable;
  /**
   * @param query one whose rows are one JSON text each; never input from outside
   * @returns a line for each row, as it is: JSON has no line break and no control character
   */
  copyLines(query: string): Readable;
  /**
   * @param target a table with its columns; never input from outside
   * @param options of COPY
   */
  copyIn(target: string, options: "" | "with (freeze)"): Writable;
}

/**
 * Runs a function in one transaction of the owner.
 * @param mode of the transaction, such as `SNAPSHOT`
 */
export async function withBulkConnection<T>(
  url: string,
  mode: string,
  run: (connection: BulkConnection) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: "wazi backup",
    options: toStartupOptions(bulkSettings),
    types,
  });
  // The failing call reports the same error.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query(`begin ${mode}`);
    const result = await run({
      sql: queryableOn(client),
      copyOut: (query) => client.query(copyTo(`copy ${query} to stdout`)),
      copyLines: (query) =>
        client.query(copyTo(`copy (${query}) to stdout (format csv, quote e'\\x01', delimiter e'\\x02')`)),
      copyIn: (target, options) => client.query(copyFrom(`copy ${target} from stdin ${options}`)),
    });
    await client.query("commit");
    return result;
  } finally {
    // Without a commit, the server rolls back.
    await client.end().catch(() => undefined);
  }
}

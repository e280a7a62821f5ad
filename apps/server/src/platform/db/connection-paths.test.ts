import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { toOwnerUrl } from "../settings/database-settings.ts";
import { openDatabase, prepareDatabase } from "./prepare-database.ts";
import { openApplicationLogin } from "./application-login.ts";
import { withBulkConnection } from "./bulk-connection.ts";
import { applicationSettings, bulkSettings, byKeySettings, type ConnectionSettings } from "./connection-settings.ts";
import { openPool, SNAPSHOT, type Queryable, type Sql } from "./pool.ts";
import { readSettings } from "../../start/settings/settings.ts";
import { createTestDatabase, type TestDatabase } from "../../../../../tests/harness/test-database.ts";

/** Settings on every path from the product to the server: the embedded one, Debian's, and PgBouncer (by the project). */

/** As PostgreSQL has them, for connections that run statements of all kinds. */
const PLANNER_DEFAULTS = { plan_cache_mode: "auto", enable_seqscan: "on" };
const general = { ...applicationSettings, ...PLANNER_DEFAULTS };
const names = Object.keys(general);

let database: TestDatabase;
let dataDir: string;
let sql: Sql;
let warnings: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "wazi-paths-"));
  await startLike();
});
afterAll(async () => {
  await sql.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Opens the database as the start of a process does. */
async function startLike(): Promise<void> {
  const settings = readSettings({
    DATA_DIR: dataDir,
    DATABASE_URL: database.pooled?.url ?? database.url,
    ...(database.pooled && { DATABASE_DIRECT_URL: database.pooled.directUrl, MIGRATION_DATABASE_URL: database.url }),
  });
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  const { url, directUrl } = await prepareDatabase(
    settings,
    log,
    await openDatabase({ ownerUrl: toOwnerUrl(settings), dataDir }, log),
  );
  sql = openPool(url, { directUrl });
  warnings = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

const read = (on: Queryable): Promise<{ name: string; value: string }[]> =>
  on<{ name: string; value: string }[]>`
    select name, current_setting(name) as value from unnest(${names}::text[]) as name order by name`;

const rowsOf = (settings: ConnectionSettings): { name: string; value: string }[] =>
  names.toSorted().map((name) => ({ name, value: settings[name] ?? "" }));

const sorted = async (found: Promise<{ name: string; value: string }[]>) =>
  (await found).toSorted((one, other) => (one.name < other.name ? -1 : 1));

describe("the declared settings hold", () => {
  it("in single statements and in transactions", async () => {
    expect(await sorted(read(sql))).toEqual(rowsOf(general));
    expect(await sorted(sql.begin((tx) => read(tx)))).toEqual(rowsOf(general));
  });

  it("in statements by key, on every connection, and leave nothing behind for others", async () => {
    const byKey = rowsOf({ ...applicationSettings, ...byKeySettings });
    const all = await Promise.all(Array.from({ length: 12 }, () => sorted(read(sql.byKey))));
    for (const found of all) expect(found).toEqual(byKey);
    const after = await Promise.all(Array.from({ length: 12 }, () => sorted(read(sql))));
    for (const found of after) expect(found).toEqual(rowsOf(general));
  });

  it("on the connection that listens", async () => {
    const connect = vi.spyOn(pg.Client.prototype, "connect");
    const onListening = vi.fn<() => void>();
    const listener = sql.listen("wazi_test", { onMessage: () => undefined, onListening });
    await expect.poll(() => onListening.mock.calls.length).toBe(1);
    const client = connect.mock.contexts[0] as pg.Client;
    connect.mockRestore();
    const { rows } = await client.query<{ name: string; value: string }>(
      "select name, current_setting(name) as value from unnest($1::text[]) as name",
      [names],
    );
    await listener.stop();
    expect(await sorted(Promise.resolve(rows))).toEqual(rowsOf(general));
  });

  it("on the owner's connections, for migrations and for whole tables", async () => {
    const owner = openPool(database.url, { max: 1, role: null });
    expect(await sorted(read(owner))).toEqual(rowsOf({ ...general, role: "none" }));
    await owner.end();
    const bulk = await withBulkConnection(database.url, SNAPSHOT, (connection) => sorted(read(connection.sql)));
    expect(bulk).toEqual(rowsOf({ ...bulkSettings, ...PLANNER_DEFAULTS }));
  });
});

it("a start says nothing against a server at its defaults", () => {
  const expected = warnings.filter((text) => !/fsync|synchronous_commit|full_page_writes is off/.test(text));
  expect(expected).toEqual([]);
});

// Debian's PostgreSQL 15 refuses the second grant; newer versions let it wait for the first.
it("a login that the operator gives gets its role from two databases at the same moment", async () => {
  const owner = openPool(database.url, { max: 2, role: null });
  try {
    const role = "wazi_shared_test";
    await owner.unsafe(`drop role if exists ${role}; create role ${role} login password 'shared'`);
    const given = database.url.replace(/\/\/[^@]*@/, `//${role}:shared@`);
    const started = await owner.begin(async (tx) => {
      await tx.unsafe(`grant wazi_app to ${role}`);
      const login = openApplicationLogin(database.url, given);
      const findWaiting = () =>
        owner`select from pg_stat_activity where wait_event_type = 'Lock' and query = ${`grant wazi_app to ${role}`}`;
      await expect.poll(findWaiting).toHaveLength(1);
      // Not awaited here: it waits for the end of this transaction.
      return { login };
    });
    expect(await started.login).toEqual({ url: given, excess: null });
  } finally {
    await owner.end();
  }
});

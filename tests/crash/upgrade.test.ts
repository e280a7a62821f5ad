import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbeddedDatabase, type EmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { migrate, missingMigrations } from "../../apps/server/src/platform/db/migrate.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { silentLog } from "../harness/silent-log.ts";
import { byDepth } from "../harness/test-depth.ts";
import { CHECKOUT, createDataDir, endEverything } from "../harness/wazi-process.ts";

/** An upgrade of an old database. With as many rows as at night it takes longer than a statement may. */

const AUDIT_ROWS = byDepth({ ci: 20_000, long: 1_000_000 });
/** The last migration before the audit log and the ledger got further checks. */
const OLD_VERSION = "0012";
const DATABASE_FOLDER = join(CHECKOUT, "apps/server/src/platform/db");

let database: EmbeddedDatabase;

beforeAll(async () => {
  database = await startEmbeddedDatabase({ lock: acquireDataDirLock(createDataDir()), log: silentLog, durable: false });
});

afterAll(async () => {
  await database.stop();
  await endEverything();
});

/** Creates the schema of an earlier version: its first migrations. */
async function createOldSchema(url: string): Promise<void> {
  const sql = openPool(url, { max: 1, role: null, statementTimeoutMs: 0, queryTimeoutMs: 0 });
  await sql.begin(async (tx) => {
    await tx.unsafe(`
      set local check_function_bodies = off;
      do $$ begin create role wazi_app nologin; exception when duplicate_object then null; end $$;
      create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz default now())`);
    for (const folder of ["functions", "migrations"]) {
      for (const file of readdirSync(join(DATABASE_FOLDER, folder)).sort()) {
        if (folder === "migrations" && file.slice(0, 4) > OLD_VERSION) continue;
        const text = readFileSync(join(DATABASE_FOLDER, folder, file), "utf8");
        await tx.unsafe(text);
        const name = folder === "functions" ? `functions/${file}` : file;
        const checksum = folder === "functions" ? "earlier" : createHash("sha256").update(text).digest("hex");
        await tx`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`;
      }
    }
    // Without its indexes and words, which take a minute to write and are not what an upgrade waits for.
    await tx.unsafe(`
      do $$ declare each record; begin
        for each in select indexrelid::regclass as name from pg_index
          where indrelid = 'audit_log'::regclass and not indisprimary loop
          execute format('drop index %s', each.name);
        end loop;
      end $$;
      alter table audit_log alter column words drop expression;
      set local session_replication_role = replica;
      insert into audit_log (action, subject_type, subject_id, address)
      select 'user.sign-in', 'user', gen_random_uuid()::text, '192.0.2.1' from generate_series(1, ${AUDIT_ROWS})`);
  });
  await sql.end();
}

test(`an upgrade of a database with ${AUDIT_ROWS} audit rows finishes and loses none`, async () => {
  await createOldSchema(database.url);
  const lines: string[] = [];
  const note = (fields: object, message: string): void => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const startedAt = performance.now();
  const files = await migrate(database.url, { info: note, warn: note });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  expect(files).toContain("0013-trade-costs.sql");
  expect(lines.some((line) => line.startsWith("migrated ") && line.includes("0013-trade-costs.sql"))).toBe(true);
  const sql = openPool(database.url, { max: 1 });
  expect(await missingMigrations(sql)).toEqual([]);
  expect(await sql`select count(*)::int as rows from audit_log`).toEqual([{ rows: AUDIT_ROWS }]);
  await sql.end();
  process.stdout.write(`${files.length} files on ${AUDIT_ROWS} audit rows took ${seconds} s\n`);
});

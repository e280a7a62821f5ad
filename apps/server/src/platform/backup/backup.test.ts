import { randomUUID } from "node:crypto";
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeSchema } from "../../../../../tests/harness/describe-schema.ts";
import { startTestApp, type TestApp } from "../../../../../tests/harness/test-app.ts";
import { migrate } from "../db/migrate.ts";
import { openPool, type Sql } from "../db/pool.ts";
import { silentProgress } from "../db/watch-step.ts";
import { createDocumentKeys } from "../../people/documents/document-keys.ts";
import type { DocumentStore } from "../../people/documents/document-files.ts";
import { partitionRules } from "../../start/modules.ts";
import { maintainPartitions } from "../retention/maintain-partitions.ts";
import { createFactorVault } from "../../people/second-factors/factor-vault.ts";
import { checkBackup, restoreBackup } from "../../office/backup/restore-backup.ts";
import { openDrillDatabaseOn, runDrill } from "../../office/backup/run-drill.ts";
import { saveVerifiedCopy } from "./store.ts";
import { findNewestBackup, removeOldBackups, writeBackup } from "../../office/backup/write-backup.ts";

const SECRET = Buffer.alloc(32, 1);
const DEPOSIT = "250.00";

let test: TestApp;
let owner: Sql;
let folder: string;
let stored: Map<string, Buffer>;

function createStore(files: Map<string, Buffer>): DocumentStore {
  return {
    put: (id, bytes) => Promise.resolve(void files.set(id, Buffer.from(bytes))),
    get: (id) => Promise.resolve(files.get(id)),
    delete: (id) => Promise.resolve(void files.delete(id)),
  };
}

beforeAll(async () => {
  test = await startTestApp();
  owner = openPool(test.database.url, { max: 1, role: null });
  folder = mkdtempSync(join(tmpdir(), "wazi-backups-"));
  stored = new Map();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await owner.end();
  await test.close();
});

/** Creates an empty database, and removes it after the run. */
async function inEmptyDatabase<T>(run: (url: string, sql: Sql) => Promise<T>): Promise<T> {
  const name = `restored_${randomUUID().replaceAll("-", "")}`;
  await owner.unsafe(`create database ${name} template template0`);
  const url = new URL(test.database.url);
  url.pathname = `/${name}`;
  const sql = openPool(url.href, { max: 1, role: null });
  try {
    return await run(url.href, sql);
  } finally {
    await sql.end();
    await owner.unsafe(`drop database ${name} with (force)`);
  }
}

const deps = { waziVersion: "0.0.0", now: () => new Date(), seal: () => Promise.resolve("") };
const keys = createDocumentKeys([SECRET]);
const factors = createFactorVault([SECRET]);

describe("a backup", () => {
  it("restores every row, sequence, index, key and trigger after a restore that failed, and the books agree", async () => {
    const investor = await test.funded(DEPOSIT);
    await owner`
      insert into mail_outbox (user_id, template, data) values (${investor.userId}, 'account-activated', '{}')`;
    await owner`
      with subscription as (
        insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, server_key, created_at)
        values (${investor.userId}, gen_random_uuid(), 'https://fcm.googleapis.com/x', ${Buffer.alloc(65)}, ${Buffer.alloc(16)}, 'k', now())
        returning id
      )
      insert into push_outbox (subscription_id, event) select id, 'deposit-credited' from subscription`;
    await maintainPartitions(partitionRules, { sql: owner, now: () => new Date() });
    await owner`
      insert into candles (symbol, interval, bar_time, feed, open, high, low, close, volume)
      select 'BTC/USD', '1h', at, 'simulated', 1, 2, 1, 1.5, 3 from unnest(array[now(), now() - interval '200 days']) at`;
    await owner`
      insert into leases (name, holder, token, expires_at) values ('trader', 'original', 7, now() + interval '1 hour')`;
    await saveVerifiedCopy(owner, "backup", new Date());
    const written = await writeBackup({ ...deps, url: test.database.url, documents: createStore(stored) }, folder);
    const manifest = await checkBackup(written.folder, keys);
    await inEmptyDatabase(async (url, sql) => {
      const documents = createStore(new Map());
      await migrate(url);
      const migrated = await describeSchema(url);
      // The last table, after most indexes were written.
      const last = {
        ...manifest,
        tables: manifest.tables.map((table, at) =>
          at === manifest.tables.length - 1 ? { ...table, path: "backup.json" } : table,
        ),
      };
      const ending = restoreBackup({ url, documents, keys, factors, log: silentProgress }, written.folder, last);
      await expect(ending).rejects.toThrow("incorrect header check");
      expect(await describeSchema(url)).toBe(migrated);
      const restored = await restoreBackup(
        { url, documents, keys, factors, log: silentProgress },
        written.folder,
        manifest,
      );
      expect(restored).toMatchObject({ rows: written.rows, differences: [] });
      // With all rows, except those that a copy must not continue.
      const describeKept = async (of: string): Promise<string[]> =>
        (await describeSchema(of))
          .split("\n")
          .filter(
            (line) =>
              !/^(mail_outbox|push_outbox|push_subscriptions|sessions|account_links|leases|verified_copies|restores) \{/.test(
                line,
              ),
          );
      expect(await describeKept(url)).toEqual(await describeKept(test.database.url));
      const count = `select (select count(*) from ledger_entries)::int as entries, (select count(*) from audit_log)::int as audits,
        (select last_value from pg_sequences where sequencename = 'ledger_transactions_id_seq')::text as last`;
      expect(await sql.unsafe(count)).toEqual(await owner.unsafe(count));
      expect(await sql`select balance from accounts where user_id = ${investor.userId}`).toEqual([
        { balance: DEPOSIT },
      ]);
      // A copy must not continue these, and has no backup yet.
      expect(await sql`select from verified_copies`).toEqual([]);
      expect(await sql`select from leases`).toEqual([]);
      expect(await sql`select from push_outbox`).toEqual([]);
      expect(await sql`select from sessions`).toEqual([]);
      expect(await sql`select from restores where ended_at is null`).toHaveLength(1);
      expect(await sql`select from mail_outbox where sent_at is null and failed_at is null`).toEqual([]);
      await expect(sql`delete from ledger_entries`).rejects.toThrow();
      // Partitioned rows are in the backup once, and get the partitions of their months again.
      expect(manifest.tables.filter(({ name }) => name.startsWith("candle"))).toMatchObject([
        { name: "candles", rows: 2 },
      ]);
      await maintainPartitions(partitionRules, { sql, now: () => new Date() });
      expect(await sql`select from candle_hours_default`).toEqual([]);
      expect(await sql`select from candles`).toHaveLength(2);
      // A second restore finds the users.
      const again = restoreBackup({ url, documents, keys, factors, log: silentProgress }, written.folder, manifest);
      await expect(again).rejects.toThrow(/^The target is not empty/);
    });
  });

  it("of a version without quarantine is restored into one, in the transaction of its rows", async () => {
    const written = await writeBackup({ ...deps, url: test.database.url, documents: createStore(stored) }, folder);
    const manifest = await checkBackup(written.folder, keys);
    const earlier = {
      ...manifest,
      migrations: manifest.migrations.filter(({ name }) => name !== "0026-quarantine.sql"),
      tables: manifest.tables.filter(({ name }) => name !== "restores"),
      sequences: manifest.sequences.filter(({ name }) => name !== "restores_id_seq"),
    };
    await inEmptyDatabase(async (url, sql) => {
      const restoreDeps = { url, documents: createStore(new Map()), keys, factors, log: silentProgress };
      const refused = restoreBackup(
        { ...restoreDeps, check: () => Promise.reject(new Error("not what was signed")) },
        written.folder,
        earlier,
      );
      await expect(refused).rejects.toThrow("not what was signed");
      expect(await sql`select from users`).toEqual([]);
      await restoreBackup(restoreDeps, written.folder, earlier);
      expect(await sql`select from restores where ended_at is null`).toHaveLength(1);
    });
  });

  it("of a newer version is refused", async () => {
    const written = await writeBackup({ ...deps, url: test.database.url, documents: createStore(stored) }, folder);
    const manifest = await checkBackup(written.folder, keys);
    const newer = { ...manifest, migrations: [...manifest.migrations, { name: "9999-later.sql", checksum: "x" }] };
    await inEmptyDatabase(async (url) => {
      const documents = createStore(new Map());
      const restoring = restoreBackup({ url, documents, keys, factors, log: silentProgress }, written.folder, newer);
      await expect(restoring).rejects.toThrow(/newer version of Wazi \(migration 9999-later\.sql\)/);
    });
  });

  it("is not complete when a file cannot be read back as it was written", async () => {
    const target = mkdtempSync(join(tmpdir(), "wazi-backups-"));
    const investor = await test.signUp();
    const id = randomUUID();
    await owner`
      insert into verifications (id, user_id, document_type, document_number, front_document, created_at, updated_at)
      values (${id}, ${investor.userId}, 'passport', 'A1234567', ${id}, now(), now())`;
    const damaging: DocumentStore = {
      ...createStore(stored),
      get: () => {
        const [draft = ""] = readdirSync(target);
        appendFileSync(join(target, draft, "tables/users.copy.gz"), "x");
        return Promise.resolve(Buffer.from("sealed"));
      },
    };
    const writing = writeBackup({ ...deps, url: test.database.url, documents: damaging }, target);
    await expect(writing).rejects.toThrow(
      /^The backup could not be read back: tables\/users\.copy\.gz has \d+ of \d+ bytes or another content\. Check/,
    );
    expect(readdirSync(target)).toEqual([]);
    rmSync(target, { recursive: true });
    await owner`delete from verifications where front_document = ${id}`;
  });

  it("replaces the oldest ones beyond a number", async () => {
    await writeBackup({ ...deps, url: test.database.url, documents: createStore(stored) }, folder);
    const before = readdirSync(folder).sort();
    expect(before.length).toBeGreaterThan(1);
    expect(removeOldBackups(folder, 1)).toEqual(before.slice(0, -1));
    expect(readdirSync(folder)).toEqual(before.slice(-1));
  });
});

describe("a drill on a server", () => {
  const drill = (secrets: readonly Buffer[] = [SECRET]) =>
    runDrill(
      {
        openDatabase: () => openDrillDatabaseOn(test.database.url),
        documents: createStore(new Map()),
        secrets,
        readKeyFile: () => [],
        log: silentProgress,
      },
      findNewestBackup(folder),
    );
  const countDatabases = () => owner`select from pg_database where datname = 'wazi_drill'`;

  it("restores the newest backup, finds books that differ, and leaves no database", async () => {
    const { userId } = await test.funded(DEPOSIT);
    const [account] = await owner<{ code: string }[]>`
      select code from ledger_accounts where code like ${`%${userId}%`} and balance > 0`;
    await owner`update ledger_accounts set balance = balance + 1 where code = ${account?.code}`;
    const written = await writeBackup({ ...deps, url: test.database.url, documents: createStore(stored) }, folder);
    await owner`update ledger_accounts set balance = balance - 1 where code = ${account?.code}`;
    expect(findNewestBackup(folder)).toBe(written.folder);
    // A drill that was killed has left its database.
    const left = await openDrillDatabaseOn(test.database.url);
    expect(await countDatabases()).toHaveLength(1);
    const { createdAt, rows, differences } = await drill();
    expect({ createdAt, rows }).toEqual({ createdAt: written.createdAt.toISOString(), rows: written.rows });
    expect(differences).toContainEqual(expect.objectContaining({ subject: account?.code }));
    expect(await countDatabases()).toEqual([]);
    await left.close();
    appendFileSync(join(written.folder, "tables/users.copy.gz"), "x");
    await expect(drill()).rejects.toThrow(/is damaged: tables\/users\.copy\.gz/);
  });

  it("refuses a server with a database of the same name that no drill has made", async () => {
    await owner.unsafe("create database wazi_drill");
    await expect(openDrillDatabaseOn(test.database.url)).rejects.toThrow(/that no drill has made/);
    expect(await countDatabases()).toHaveLength(1);
    await owner.unsafe("drop database wazi_drill");
    expect(() => findNewestBackup(join(folder, "none"))).toThrow(/has no complete backup/);
  });
});

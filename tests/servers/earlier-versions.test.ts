import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { checkBackup, restoreBackup } from "../../apps/server/src/office/backup/restore-backup.ts";
import { createDocumentKeys } from "../../apps/server/src/people/documents/document-keys.ts";
import { openDocumentFolder } from "../../apps/server/src/people/documents/document-folder.ts";
import { readKeysOf } from "../../apps/server/src/people/documents/document-key-file.ts";
import { createFactorVault } from "../../apps/server/src/people/second-factors/factor-vault.ts";
import { DOCUMENT_KEY_SUFFIX, LOG_KEY_SUFFIX } from "../../apps/server/src/platform/backup/backup-format.ts";
import { endQuarantine } from "../../apps/server/src/platform/backup/store.ts";
import { migrate, missingMigrations } from "../../apps/server/src/platform/db/migrate.ts";
import { openPool, type Sql } from "../../apps/server/src/platform/db/pool.ts";
import { silentProgress } from "../../apps/server/src/platform/db/watch-step.ts";
import { checkDatabase } from "../../apps/server/src/proofs/log/check-database.ts";
import { restoreLogKey } from "../../apps/server/src/proofs/log/log-signer.ts";
import { updateLog } from "../../apps/server/src/proofs/log/run-log.ts";
import { readLogState } from "../../apps/server/src/record/leaves/store.ts";
import { withDatabase } from "../harness/database-setup.ts";
import { findDebianPostgres } from "../harness/debian-packages.ts";
import { startDebianPostgres } from "../harness/debian-postgres.ts";
import { describeSchema } from "../harness/describe-schema.ts";
import { openOwnSigner } from "../harness/log-key.ts";
import { mpesa } from "../harness/money-forms.ts";
import { PASSWORD, startTestApp } from "../harness/test-app.ts";
import { createTestDatabase } from "../harness/test-database.ts";

/** The databases of released versions, as their own backups (ops/scripts/freeze-database.mjs), with today's code. */

const FROZEN = join(import.meta.dirname, "../harness/frozen");
const ARCHIVE = ".tar.gz";
const VERSIONS = readdirSync(FROZEN).filter((name) => name.endsWith(ARCHIVE));
/** A migration of a version that comes after today's. */
const LATER = [{ name: "9999-later.sql", text: "alter table deposits add column later_note text not null default ''" }];

let folder: string;
const stops: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wazi-frozen-"));
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Two databases of one server, because its versions print views in different ways: an empty one, and a new one with the schema of today. */
interface Databases {
  url: string;
  freshUrl: string;
}

/** On the server of the tests, which has the version of the embedded one. */
async function openEmbedded(): Promise<Databases> {
  const maintenanceUrl = inject("maintenanceUrl");
  const name = `frozen_${randomUUID().replaceAll("-", "")}`;
  const sql = openPool(maintenanceUrl, { max: 1, role: null });
  await sql.unsafe(`create database ${name} template template0`);
  const fresh = await createTestDatabase();
  stops.push(async () => {
    await fresh.drop();
    await sql.unsafe(`drop database ${name} with (force)`);
    await sql.end();
  });
  return { url: withDatabase(maintenanceUrl, name), freshUrl: fresh.url };
}

/** On Debian's PostgreSQL, where the owner is no superuser; undefined where it is not installed. */
async function openDebian(): Promise<Databases | undefined> {
  const programs = findDebianPostgres();
  if (programs === undefined) return undefined;
  const parent = mkdtempSync(join(tmpdir(), "wazi-frozen-debian-"));
  const server = await startDebianPostgres(programs, parent);
  stops.push(async () => {
    await server.stop();
    rmSync(parent, { recursive: true, force: true });
  });
  const sql = openPool(server.superuserUrl, { max: 1, role: null });
  await sql.unsafe("create database fresh owner owner");
  await sql.end();
  const freshUrl = withDatabase(server.ownerUrl, "fresh");
  await migrate(freshUrl);
  return { url: server.ownerUrl, freshUrl };
}

/** Unpacks a version's backup and restores it as `npm run wazi -- restore` does. */
async function restore(archive: string, url: string): Promise<void> {
  execFileSync("tar", ["-xzf", join(FROZEN, archive), "-C", folder]);
  const backup = join(folder, readdirSync(folder).find((name) => /^wazi-backup-[^.]+$/.test(name)) ?? "");
  const secrets = readKeysOf(`${backup}${DOCUMENT_KEY_SUFFIX}`);
  const keys = createDocumentKeys(secrets);
  const manifest = await checkBackup(backup, keys);
  expect(manifest.waziVersion).toBe(archive.slice(0, -ARCHIVE.length));
  const documents = openDocumentFolder(join(folder, "documents"));
  const deps = { url, documents, keys, factors: createFactorVault(secrets), log: silentProgress };
  const restored = await restoreBackup(deps, backup, manifest);
  expect(restored).toMatchObject({
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    documents: 2,
    differences: [],
  });
  restoreLogKey(folder, `${backup}${LOG_KEY_SUFFIX}`);
}

/** The schema without the rows in it. */
async function describeTables(url: string): Promise<string> {
  return (await describeSchema(url)).split("\n# rows\n")[0] ?? "";
}

const count = async (sql: Sql): Promise<object | undefined> =>
  (
    await sql`
      select (select count(*)::int from ledger_entries) as entries, (select count(*)::int from deposits) as deposits,
        (select count(*)::int from withdrawals) as withdrawals, (select count(*)::int from bot_trades) as trades,
        (select count(*)::int from position_events) as events, (select count(*)::int from audit_log) as audits`
  )[0];

/** Signs in as an investor of the backup, reads, moves money, and proves the log from the backup's own checkpoint on. */
async function use(url: string, sql: Sql): Promise<void> {
  const before = await readLogState(sql);
  const app = await startTestApp({ url, drop: () => Promise.resolve() });
  stops.push(() => app.close());
  const amina = app.visitor();
  const signedIn = await amina.call("POST", "/api/auth/signin", { email: "amina@example.com", password: PASSWORD });
  expect(signedIn.status).toBe(200);
  for (const path of ["/api/auth/user", "/api/user/bots", "/api/user/deposits", "/api/user/withdrawals", "/api/bots"])
    expect([path, (await amina.call("GET", path)).status]).toEqual([path, 200]);
  const { account } = (await amina.call("GET", "/api/auth/user")).body as { account: { totalDeposits: string } };
  expect(account.totalDeposits).toBe("5000.00");
  const [pending] = await sql<{ id: string }[]>`
    select w.id from withdrawals w join users u on u.id = w.user_id where u.email = 'amina@example.com' and w.status = 'pending'`;
  const decision = { status: "completed", transactionHash: "SGR7AFTERUPGRADE" };
  // The version of the backup knew no quarantine.
  expect((await app.admin.call("POST", `/api/admin/withdrawals/${pending?.id}/approve`, decision)).status).toBe(409);
  const [by] = await sql<{ id: string }[]>`select id from users where is_admin limit 1`;
  await endQuarantine(sql, { by: by?.id ?? "", note: "Compared with the list of the bank", findings: [] });
  expect((await app.admin.call("POST", `/api/admin/withdrawals/${pending?.id}/approve`, decision)).status).toBe(200);
  expect((await amina.call("POST", "/api/user/withdrawals", mpesa("20"))).status).toBe(201);
  expect(await app.differences()).toEqual([]);
  await updateLog(app.sql, await openOwnSigner(app.sql, { dataDir: folder }), (note) => Promise.resolve(note));
  for (const checkpoint of [before?.checkpoint ?? "", null]) {
    const checked = await checkDatabase(app.sql, checkpoint);
    expect(checked.problems).toEqual([]);
    expect(checked.signed).toBeGreaterThan(0);
  }
}

describe.each(VERSIONS)("the database of %s", (archive) => {
  it.for<[string, () => Promise<Databases | undefined>]>([
    ["the embedded PostgreSQL", openEmbedded],
    ["Debian's PostgreSQL", openDebian],
  ])("is restored on %s, upgraded and used, and its books and its log agree", async ([, open], context) => {
    const databases = await open();
    if (databases === undefined) {
      context.skip("needs Debian's PostgreSQL (apt-get install postgresql), as root");
      return;
    }
    const { url, freshUrl } = databases;
    await restore(archive, url);
    const sql = openPool(url, { max: 1, role: null });
    stops.push(() => sql.end());
    expect(await missingMigrations(sql)).toEqual([]);
    expect(await describeTables(url)).toBe(await describeTables(freshUrl));
    const rows = await count(sql);
    expect(rows).not.toMatchObject({ trades: 0 });
    expect(await migrate(url, silentProgress, { further: LATER })).toEqual(["9999-later.sql"]);
    expect(await count(sql)).toEqual(rows);
    await use(url, sql);
  });
});

it("there is a database of this version's first migrations", () => {
  expect(VERSIONS.length).toBeGreaterThan(0);
});

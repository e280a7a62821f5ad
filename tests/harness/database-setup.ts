import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { startEmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { migrate } from "../../apps/server/src/platform/db/migrate.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { silentLog } from "./silent-log.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The maintenance database as superuser. test-database.ts creates the databases of the test files through it. */
    maintenanceUrl: string;
    /** PgBouncer in front of all databases, as the application's user; undefined in projects without one. */
    poolerUrl: string | undefined;
  }
}

export const TEMPLATE_DATABASE = "wazi_template";

interface TestServer {
  maintenanceUrl: string;
  stop: () => Promise<void>;
}

interface SharedServer {
  users: number;
  server: Promise<TestServer>;
}

/** Each vitest project loads this module anew, so the shared server is kept on the global object. */
const shared = globalThis as { waziTestServer?: SharedServer | undefined };

/** Starts one PostgreSQL for the whole run, shared by the projects that need it, and stops it after the last of them. */
export default async function startDatabase(project: TestProject): Promise<() => Promise<void>> {
  const running = (shared.waziTestServer ??= { users: 0, server: startTestServer() });
  running.users += 1;
  const { maintenanceUrl, stop } = await running.server;
  project.provide("maintenanceUrl", maintenanceUrl);
  return async () => {
    running.users -= 1;
    if (running.users > 0) return;
    shared.waziTestServer = undefined;
    await stop();
  };
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Migrated data folders of stopped servers, by what made them. Below node_modules, where no other tool looks. */
const CACHE = join(ROOT, "node_modules/.wazi-test-database");
const KEPT_MS = 86_400_000;
/** The content of a migrated data folder depends on these. */
const SOURCES = ["apps/server/src/platform/db", "tests/harness/database-setup.ts", "package-lock.json"];

/**
 * A PostgreSQL with a migrated template database, on a copy of a folder that an earlier run has migrated. It runs without
 * fsync: tests/crash tries crashes on a durable one.
 */
async function startTestServer(): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-test-"));
  const cached = join(CACHE, takeFingerprint());
  if (existsSync(cached)) return startServer(copyFolder(cached, dataDir));
  const { stop } = await startServer(dataDir, { isNew: true });
  await stop({ keepsFolder: true });
  keepInCache(dataDir, cached);
  return startServer(dataDir);
}

function takeFingerprint(): string {
  const hash = createHash("sha256").update(`${process.getuid?.() ?? ""} ${process.arch}`);
  const addFile = (path: string): void => void hash.update(`${path}\n`).update(readFileSync(path));
  for (const source of SOURCES.map((path) => join(ROOT, path))) {
    if (source.includes(".", ROOT.length)) addFile(source);
    else
      for (const entry of readdirSync(source, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) addFile(join(entry.parentPath, entry.name));
  }
  return hash.digest("hex").slice(0, 32);
}

/** With the owners of its files: a server that root starts runs as another user. */
function copyFolder(from: string, to: string): string {
  execFileSync("cp", ["-a", `${from}/.`, to]);
  return to;
}

/** Another run that does the same at the same time may be first. Folders of a day ago are removed, which no run copies now. */
function keepInCache(dataDir: string, cached: string): void {
  mkdirSync(CACHE, { recursive: true });
  for (const folder of readdirSync(CACHE).map((name) => join(CACHE, name)))
    if (statSync(folder).mtimeMs < Date.now() - KEPT_MS) rmSync(folder, { recursive: true, force: true });
  const draft = mkdtempSync(join(CACHE, "draft-"));
  copyFolder(dataDir, draft);
  try {
    renameSync(draft, cached);
  } catch {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function startServer(
  dataDir: string,
  { isNew = false } = {},
): Promise<{ maintenanceUrl: string; stop: (options?: { keepsFolder?: boolean }) => Promise<void> }> {
  const lock = acquireDataDirLock(dataDir);
  const database = await startEmbeddedDatabase({ lock, log: silentLog, durable: false });
  const stop = async ({ keepsFolder = false } = {}): Promise<void> => {
    await database.stop();
    lock.release();
    if (!keepsFolder) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const maintenanceUrl = withDatabase(database.url, "postgres");
    if (isNew) await createTemplate(maintenanceUrl);
    return { maintenanceUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Creates the migrated database that test files clone. */
export async function createTemplate(maintenanceUrl: string): Promise<void> {
  const sql = openPool(maintenanceUrl, { max: 1, role: null });
  await sql.unsafe(`create database ${TEMPLATE_DATABASE}`);
  await sql.end();
  await migrate(withDatabase(maintenanceUrl, TEMPLATE_DATABASE));
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

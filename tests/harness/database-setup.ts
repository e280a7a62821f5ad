import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbeddedDatabase } from "../../apps/server/src/db/embedded/supervisor.ts";
import { migrate } from "../../apps/server/src/db/migrate.ts";
import { openPool } from "../../apps/server/src/db/pool.ts";
import { acquireDataDirLock } from "../../apps/server/src/process/data-dir-lock.ts";
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

/** A PostgreSQL with a migrated template database. It runs without fsync: tests/crash tries crashes on a durable one. */
async function startTestServer(): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-test-"));
  const lock = acquireDataDirLock(dataDir);
  const database = await startEmbeddedDatabase({ lock, log: silentLog, durable: false });
  const stop = async (): Promise<void> => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const maintenanceUrl = withDatabase(database.url, "postgres");
    await createTemplate(maintenanceUrl);
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

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPool } from "../../apps/server/src/db/pool.ts";
import type { TestProject } from "vitest/node";
import { startEmbeddedDatabase } from "../../apps/server/src/db/embedded/supervisor.ts";
import { acquireDataDirLock } from "../../apps/server/src/process/data-dir-lock.ts";
import { silentLog } from "./silent-log.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Superuser's, to the maintenance database; test-database.ts makes a database per test file from it. */
    maintenanceUrl: string;
  }
}

export const TEMPLATE_DATABASE = "wazi_template";

/**
 * One real PostgreSQL for the whole run, with the product's migrations in a template database. Its data is thrown away
 * at the end, so it runs without fsync; what a crash does is tests/crash's to try, on a durable one.
 */
export default async function startDatabase(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-test-"));
  const lock = acquireDataDirLock(dataDir);
  const database = await startEmbeddedDatabase({ lock, log: silentLog, durable: false });
  const stop = async (): Promise<void> => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const maintenanceUrl = withDatabase(database.url, "postgres");
    const sql = openPool(maintenanceUrl, { max: 1, role: null });
    await sql.unsafe(`create database ${TEMPLATE_DATABASE}`);
    await sql.end();
    await migrateTemplate(withDatabase(database.url, TEMPLATE_DATABASE));
    project.provide("maintenanceUrl", maintenanceUrl);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function migrateTemplate(url: string): Promise<void> {
  const module = new URL("../../apps/server/src/db/migrate.ts", import.meta.url);
  if (!existsSync(module)) return;
  const { migrate } = (await import(module.href)) as { migrate: (url: string) => Promise<unknown> };
  await migrate(url);
}

import { type CopyKind, saveFailedCopy, saveVerifiedCopy } from "../platform/backup/store.ts";
import { openCommandDatabase } from "../platform/db/embedded/open-database.ts";
import { missingMigrations } from "../platform/db/migrate.ts";
import { openPool, type Sql } from "../platform/db/pool.ts";
import { StartError } from "../platform/process/start-error.ts";
import type { Settings } from "../start/settings/settings.ts";

/**
 * Runs a command on the migrated database of the settings, or of the data folder, as the server's own role and never over a
 * pooler. Prints what it returns.
 * @throws StartError when the database is missing or not migrated
 */
export async function runOnDatabase(
  { databaseUrl, databaseDirectUrl, dataDir }: Pick<Settings, "databaseUrl" | "databaseDirectUrl" | "dataDir">,
  name: string,
  act: (sql: Sql) => Promise<string>,
): Promise<void> {
  const database = await openCommandDatabase(databaseDirectUrl ?? databaseUrl, dataDir);
  try {
    const sql = openPool(database.url, { max: 1, applicationName: `wazi ${name}` });
    try {
      await refuseMissingMigrations(sql);
      process.stdout.write(`${await act(sql)}\n`);
    } finally {
      await sql.end({ timeout: 1 });
    }
  } finally {
    await database.close();
  }
}

/** @throws StartError when the database is not migrated */
export async function refuseUnmigrated(url: string): Promise<void> {
  const sql = openPool(url, { max: 1, role: null });
  try {
    await refuseMissingMigrations(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/**
 * Runs what writes or checks a copy of the data, and records for the metrics how it ended.
 * @param record called with until when the copy is complete, or null after a failure
 * @param run returns until when the copy is complete: recorded as verified; or null: recorded as failed; or undefined: not recorded
 */
export async function recordCopy<T extends { completeUntil: Date | null | undefined }>(
  record: (completeUntil: Date | null) => Promise<void>,
  run: () => Promise<T>,
): Promise<T> {
  let done: T;
  try {
    done = await run();
  } catch (error) {
    // The first error is the one to report. Without a database, this failure cannot be recorded.
    await record(null).catch(() => undefined);
    throw error;
  }
  if (done.completeUntil !== undefined) await record(done.completeUntil);
  return done;
}

/** @param completeUntil null after a failure */
export async function saveCopyResult(url: string, kind: CopyKind, completeUntil: Date | null): Promise<void> {
  const sql = openPool(url, { max: 1, role: null });
  try {
    if (completeUntil === null) await saveFailedCopy(sql, kind);
    else await saveVerifiedCopy(sql, kind, completeUntil);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function refuseMissingMigrations(sql: Sql): Promise<void> {
  if ((await missingMigrations(sql)).length > 0)
    throw new StartError("The database is not migrated. Start Wazi on it once.");
}

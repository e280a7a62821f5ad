import { openCommandDatabase } from "../db/embedded/open-database.ts";
import { missingMigrations } from "../db/migrate.ts";
import { openPool, type Sql } from "../db/pool.ts";
import { StartError } from "../process/start-error.ts";
import type { Settings } from "../settings/settings.ts";

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

async function refuseMissingMigrations(sql: Sql): Promise<void> {
  if ((await missingMigrations(sql)).length > 0)
    throw new StartError("The database is not migrated. Start Wazi on it once.");
}

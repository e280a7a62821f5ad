import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { seedBots } from "../../apps/server/src/core/bots/store.ts";
import { startEmbeddedDatabase } from "../../apps/server/src/db/embedded/supervisor.ts";
import { migrate } from "../../apps/server/src/db/migrate.ts";
import { openPool, type Sql } from "../../apps/server/src/db/pool.ts";
import { acquireDataDirLock } from "../../apps/server/src/process/data-dir-lock.ts";

export interface BenchDatabase {
  url: string;
  pid: number;
  /** A superuser's pool with the same driver and number of connections as the server's. */
  sql: Sql;
}

/** Runs `work` on a new embedded database with the tables and bots of the product, and deletes it afterwards. */
export async function withDatabase<T>(work: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-bench-"));
  const lock = acquireDataDirLock(dataDir, "command");
  const database = await startEmbeddedDatabase({ lock, log: pino({ level: "fatal" }) });
  const sql = openPool(database.url, { role: null, queryTimeoutMs: 0 });
  try {
    await migrate(database.url);
    await seedBots(sql);
    return await work({ url: database.url, pid: database.pid, sql });
  } finally {
    await sql.end();
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

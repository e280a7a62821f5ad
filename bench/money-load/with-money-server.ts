import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { seedBots } from "../../apps/server/src/core/bots/store.ts";
import { findDifferences } from "../../apps/server/src/core/reconciliation/store.ts";
import { startEmbeddedDatabase } from "../../apps/server/src/db/embedded/supervisor.ts";
import { migrate } from "../../apps/server/src/db/migrate.ts";
import { openPool, type Sql } from "../../apps/server/src/db/pool.ts";
import { acquireDataDirLock } from "../../apps/server/src/process/data-dir-lock.ts";
import { withServer } from "../serving/server-process.ts";
import { readProcessorMs } from "./processor-time.ts";
import { seedInvestors, type SeededInvestor } from "./seed-investors.ts";
import { createTpcb } from "./tpcb.ts";

export interface MoneyServer {
  origin: string;
  databaseUrl: string;
  /** The id of the server's process. */
  pid: number;
  /** A superuser's pool with the same driver and number of connections as the server's. */
  sql: Sql;
  investors: SeededInvestor[];
  /** Processor time used so far, in milliseconds. */
  readProcessorMs: () => { database: number; server: number };
}

/**
 * Runs `work` on a server without a trader and a new database of investors with history, and reconciles the books at the
 * end.
 * @throws Error when the books differ from the ledger
 */
export async function withMoneyServer<T>(
  investors: number,
  work: (server: MoneyServer) => Promise<T>,
  history: { hasFullHistory: boolean } = { hasFullHistory: false },
): Promise<T & { transactions: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-bench-"));
  const lock = acquireDataDirLock(dataDir, "command");
  const database = await startEmbeddedDatabase({ lock, log: pino({ level: "fatal" }) });
  const sql = openPool(database.url, { role: null, queryTimeoutMs: 0 });
  try {
    await migrate(database.url);
    await seedBots(sql);
    await createTpcb(sql);
    const seeded = await seedInvestors(sql, investors, history);
    await sql.unsafe("analyze");
    await sql.unsafe("checkpoint");
    const result = await withServer(
      ({ origin, child }) =>
        work({
          origin,
          databaseUrl: database.url,
          pid: child.pid ?? 0,
          sql,
          investors: seeded,
          readProcessorMs: () => ({
            database: readProcessorMs(database.pid),
            server: readProcessorMs(child.pid ?? 0),
          }),
        }),
      { DATABASE_URL: database.url, ROLE: "api" },
    );
    const { differences, totals } = await findDifferences(sql);
    if (differences.length > 0) throw new Error(`The books differ: ${JSON.stringify(differences)}`);
    return { ...result, transactions: totals.transactions };
  } finally {
    await sql.end();
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

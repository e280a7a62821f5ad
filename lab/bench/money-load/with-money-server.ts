import { findDifferences } from "../../../apps/server/src/ledger/reconciliation/compare-books.ts";
import type { Sql } from "../../../apps/server/src/platform/db/pool.ts";
import { withServer } from "../serving/server-process.ts";
import { withDatabase } from "../serving/with-database.ts";
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
  return withDatabase(async ({ url, pid: databasePid, sql, env }) => {
    await createTpcb(sql);
    const seeded = await seedInvestors(sql, investors, history);
    await sql.unsafe("analyze");
    await sql.unsafe("checkpoint");
    const result = await withServer(
      ({ origin, child }) =>
        work({
          origin,
          databaseUrl: url,
          pid: child.pid ?? 0,
          sql,
          investors: seeded,
          readProcessorMs: () => ({
            database: readProcessorMs(databasePid),
            server: readProcessorMs(child.pid ?? 0),
          }),
        }),
      { ...env, ROLE: "api" },
    );
    const { differences, totals } = await findDifferences(sql);
    if (differences.length > 0) throw new Error(`The books differ: ${JSON.stringify(differences)}`);
    return { ...result, transactions: totals.transactions };
  });
}

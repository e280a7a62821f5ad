import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { seedBots } from "../../apps/server/src/investing/bots/store.ts";
import { ensureFirstAdmin } from "../../apps/server/src/people/identity/first-admin.ts";
import { createPasswordHasher } from "../../apps/server/src/people/identity/passwords.ts";
import { startEmbeddedDatabase } from "../../apps/server/src/platform/db/embedded/supervisor.ts";
import { migrate } from "../../apps/server/src/platform/db/migrate.ts";
import { openPool } from "../../apps/server/src/platform/db/pool.ts";
import { acquireDataDirLock } from "../../apps/server/src/platform/process/data-dir-lock.ts";
import { defaultSize, seedBackOffice } from "../commands/seeding/seed-back-office.ts";
import { adminAccount, callWith, measureBackOffice, openSession } from "./serving/back-office-calls.ts";
import { withServer } from "./serving/server-process.ts";

/**
 * Measures the response times of the back office on a database of 10,000 users, 50,000 deposits and 50,000 withdrawals:
 * first pages in every order, pages in the middle, searches, lists of 1,000 without parameters, the overview and the
 * audit log. It uses HTTP to a separate server process, with the trader and the database on the same machine.
 */
const BOUND_MS = 150;
async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "wazi-bench-"));
  const lock = acquireDataDirLock(dataDir, "command");
  const database = await startEmbeddedDatabase({ lock, log: pino({ level: "fatal" }) });
  try {
    await migrate(database.url);
    const sql = openPool(database.url, { max: 1, role: null, queryTimeoutMs: 0 });
    const passwords = createPasswordHasher();
    const now = (): Date => new Date();
    await seedBots(sql);
    await ensureFirstAdmin({ sql, passwords, now }, adminAccount);
    const hashedPassword = await passwords.hash(adminAccount.password);
    await seedBackOffice(sql, { ...defaultSize, seed: 1, now: now(), hashedPassword, allowExistingUsers: false });
    await sql.end();
    const calls = await withServer(
      async ({ origin }) => measureBackOffice(callWith(origin, await openSession(origin, adminAccount))),
      {
        DATABASE_URL: database.url,
      },
    );
    const slowest = calls.reduce((one, other) => (other.medianMs > one.medianMs ? other : one));
    const result = {
      name: "back-office",
      value: slowest.medianMs,
      unit: `ms, median of the slowest call (${slowest.name})`,
      floor: BOUND_MS,
      ratio: BOUND_MS / slowest.medianMs,
    };
    const text = `Slowest: ${slowest.name}, median ${slowest.medianMs} ms, worst ${slowest.worstMs} ms, limit ${BOUND_MS} ms.`;
    process.stdout.write(`${process.argv.includes("--json") ? JSON.stringify({ ...result, calls }) : text}\n`);
  } finally {
    await database.stop();
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

await main();

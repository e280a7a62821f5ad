import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { seedBots } from "../../../apps/server/src/investing/bots/store.ts";
import { ensureFirstAdmin } from "../../../apps/server/src/people/identity/first-admin.ts";
import { createPasswordHasher } from "../../../apps/server/src/people/identity/passwords.ts";
import {
  startEmbeddedDatabase,
  type EmbeddedDatabase,
} from "../../../apps/server/src/platform/db/embedded/supervisor.ts";
import { migrate } from "../../../apps/server/src/platform/db/migrate.ts";
import { openPool, type Sql } from "../../../apps/server/src/platform/db/pool.ts";
import { acquireDataDirLock } from "../../../apps/server/src/platform/process/data-dir-lock.ts";
import { adminAccount } from "../serving/back-office-calls.ts";
import { seedBooks, type BooksSize } from "./seed-books.ts";

/** The password of the investor whose statement is measured. */
export const investorAccount = { email: "investor@example.com", password: "Investor-passw0rd!" };

interface KeptDatabase {
  url: string;
  /** A superuser's pool. */
  sql: Sql;
  /** Null when the folder had the database already. */
  buildSeconds: number | null;
}

/** The steps of the build with their seconds, in standard error. */
function createReport(): (step: string) => void {
  let since = performance.now();
  return (step) => {
    process.stderr.write(`${step}: ${((performance.now() - since) / 1_000).toFixed(1)} s\n`);
    since = performance.now();
  };
}

/**
 * Runs `work` on the database in a folder, which is built first if the folder is new. A folder of an older version gets the
 * new migrations. While it is built, nothing waits for the disk; the measurements do.
 */
export async function withKeptDatabase<T>(
  folder: string,
  size: BooksSize,
  work: (database: KeptDatabase) => Promise<T>,
): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const marker = join(folder, "large.json");
  const isBuilt = existsSync(marker);
  if (isBuilt && readFileSync(marker, "utf8") !== JSON.stringify(size)) {
    throw new Error(
      `${folder} has a database of another size: ${readFileSync(marker, "utf8")}. Choose another folder.`,
    );
  }
  const lock = acquireDataDirLock(folder, "command");
  const start = (durable: boolean): Promise<EmbeddedDatabase> =>
    startEmbeddedDatabase({ lock, log: pino({ level: "fatal" }), durable });
  try {
    const buildSeconds = isBuilt ? null : await buildIn(await start(false), size);
    writeFileSync(marker, JSON.stringify(size));
    const database = await start(true);
    const sql = openPool(database.url, { max: 2, role: null, queryTimeoutMs: 0, statementTimeoutMs: 0 });
    try {
      await migrate(database.url);
      return await work({ url: database.url, sql, buildSeconds });
    } finally {
      await sql.end();
      await database.stop();
    }
  } finally {
    lock.release();
  }
}

async function buildIn(database: EmbeddedDatabase, size: BooksSize): Promise<number> {
  const startedAt = performance.now();
  try {
    await migrate(database.url);
    const sql = openPool(database.url, { max: 1, role: null, queryTimeoutMs: 0, statementTimeoutMs: 0 });
    const passwords = createPasswordHasher();
    await seedBots(sql);
    await ensureFirstAdmin({ sql, passwords, now: () => new Date() }, adminAccount);
    await seedBooks(sql, size, createReport());
    const { email, password } = investorAccount;
    await sql`
      update users set email = ${email}, hashed_password = ${await passwords.hash(password)}, is_active = true
      where referral_code = 'LARGE0'`;
    await sql.end();
    return (performance.now() - startedAt) / 1_000;
  } finally {
    await database.stop();
  }
}

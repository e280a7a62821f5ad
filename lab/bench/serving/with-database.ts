import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { seedBots } from "../../../apps/server/src/investing/bots/store.ts";
import { openApplicationLogin, toPoolerLogin } from "../../../apps/server/src/platform/db/application-login.ts";
import { startEmbeddedDatabase } from "../../../apps/server/src/platform/db/embedded/supervisor.ts";
import { migrate } from "../../../apps/server/src/platform/db/migrate.ts";
import { openPool, type Sql } from "../../../apps/server/src/platform/db/pool.ts";
import { acquireDataDirLock } from "../../../apps/server/src/platform/process/data-dir-lock.ts";
import { findOwner, findProgram } from "../../../tests/cluster/programs.ts";
import { findDebianPostgres } from "../../../tests/harness/debian-packages.ts";
import { type RunningPostgres, startDebianPostgres, startPgBouncer } from "../../../tests/harness/debian-postgres.ts";
import { readWord } from "../money-load/options.ts";

export interface BenchDatabase {
  url: string;
  pid: number;
  /** A superuser's pool with the same driver and number of connections as the server's. */
  sql: Sql;
  /** The settings of a server on this database. */
  env: Record<string, string>;
  /** The application's pool, through PgBouncer where the bench runs behind it. */
  application: Sql;
}

interface Started {
  url: string;
  pid: number;
  /** The application's connection through PgBouncer. */
  pooler?: { url: string; directUrl: string };
  stop: () => Promise<void>;
}

/**
 * Runs `work` on a new database with the tables and bots of the product, and deletes it afterwards. `--server` chooses
 * the embedded server, Debian's PostgreSQL at its defaults (debian), or that one behind PgBouncer (pgbouncer).
 */
export async function withDatabase<T>(work: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "wazi-bench-"));
  const server = readWord("server", ["embedded", "debian", "pgbouncer"]);
  const { url, pid, pooler, stop } =
    server === "embedded" ? await startEmbedded(folder) : await startDebian(folder, server);
  const sql = openPool(url, { role: null, queryTimeoutMs: 0 });
  const application = pooler ? openPool(pooler.url, { directUrl: pooler.directUrl }) : openPool(url);
  const env = pooler
    ? { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: pooler.directUrl, MIGRATION_DATABASE_URL: url }
    : { DATABASE_URL: url };
  try {
    await seedBots(sql);
    return await work({ url, pid, sql, env, application });
  } finally {
    await Promise.all([sql.end(), application.end()]);
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startEmbedded(dataDir: string): Promise<Started> {
  const lock = acquireDataDirLock(dataDir, "command");
  const embedded = await startEmbeddedDatabase({ lock, log: pino({ level: "fatal" }) });
  const { url, pid } = embedded;
  await migrate(url);
  return {
    url,
    pid,
    stop: async () => {
      await embedded.stop();
      lock.release();
    },
  };
}

async function startDebian(folder: string, server: string): Promise<Started> {
  const programs = findDebianPostgres();
  if (!programs) throw new Error("Needs root and apt-get install postgresql-15 pgbouncer");
  const debian = await startDebianPostgres(programs, folder, { fsync: "on" });
  try {
    return await prepareDebian(debian, folder, server);
  } catch (error) {
    await debian.stop();
    throw error;
  }
}

async function prepareDebian(debian: RunningPostgres, folder: string, server: string): Promise<Started> {
  const url = debian.superuserUrl.replace(/postgres$/, "wazi");
  await migrate(url);
  const pid = Number.parseInt(readFileSync(join(debian.folder, "postmaster.pid"), "utf8"), 10);
  const started = { url, pid, stop: () => debian.stop() };
  if (server === "debian") return started;
  const sql = openPool(url, { max: 1, role: null });
  await sql.unsafe("create role wazi_web login password 'web'");
  await sql.end();
  const login = await openApplicationLogin(url, url.replace(/\/\/[^@]*@/, "//wazi_web:web@"));
  const { url: poolerUrl, program } = await startPgBouncer(
    { pgbouncer: findProgram("pgbouncer") ?? "", owner: findOwner() },
    folder,
    login.url,
  );
  return {
    ...started,
    pooler: { url: toPoolerLogin(login, poolerUrl), directUrl: login.url },
    stop: async () => {
      await program.stop();
      await debian.stop();
    },
  };
}

import pg from "pg";
import type { DataDirLock } from "../../process/data-dir-lock.ts";
import { StartError } from "../../process/start-error.ts";
import { openCluster, SUPERUSER, type Cluster } from "./cluster.ts";
import { launchPostmaster, stopOrphan, type DatabaseLog, type LaunchOptions, type Postmaster } from "./postmaster.ts";

const DATABASE_NAME = "wazi";
const UNKNOWN_DATABASE = "3D000";
const CONNECT_TIMEOUT_MS = 10_000;
/** A server that dies more often than this is broken, and restarting it for ever would only hide that. */
const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 10 * 60_000;

export interface EmbeddedDatabase {
  /** As superuser, to the database `wazi`. Stays good across restarts of the server. */
  readonly url: string;
  /** The server's process, which changes at a restart. */
  readonly pid: number;
  /** Settles only when the server is gone for good without `stop` having been called. */
  readonly lost: Promise<StartError>;
  /** Fast, then immediate; done within 2.5 s. */
  stop(): Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  /** Shows that nobody else uses the folder: an orphaned server found in it is then nobody's and is stopped. */
  readonly lock: DataDirLock;
  readonly log: DatabaseLog;
  /** False only for tests that throw their data away: no fsync. */
  readonly durable?: boolean;
}

/**
 * Starts the PostgreSQL of this data folder, making it at the first start, and keeps it running: one that is killed is
 * started again on the same port, so that a pool finds it again by itself.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { lock, log, durable = true } = options;
  const cluster = await openCluster(lock.dataDir, { durable });
  await stopOrphan(cluster.directory, log);
  const first = await launchPostmaster(cluster, { log, durable });
  const database = supervise(cluster, first, { log, durable });
  try {
    await ensureDatabase(database.url);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

export function buildDatabaseUrl(port: number, password: string, database = DATABASE_NAME): string {
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

function supervise(cluster: Cluster, first: Postmaster, options: LaunchOptions): EmbeddedDatabase {
  let current = first;
  const stopping = new AbortController();
  const restarts: number[] = [];
  // However this process comes to end, short of being killed: no server is left behind.
  const stopAtExit = (): void => void killQuietly(current.pid);
  process.once("exit", stopAtExit);

  const keepRunning = async (): Promise<StartError> => {
    for (;;) {
      const reason = await current.exited;
      if (stopping.signal.aborted) return new StartError("The embedded PostgreSQL was stopped.");
      options.log.error({ reason }, "the database server ended unexpectedly; starting it again");
      const now = Date.now();
      restarts.push(now);
      if (restarts.filter((time) => time > now - RESTART_WINDOW_MS).length > MAX_RESTARTS) {
        return new StartError("The embedded PostgreSQL keeps ending unexpectedly.");
      }
      current = await launchPostmaster(cluster, { ...options, port: first.port, signal: stopping.signal });
      if (stopping.signal.aborted)
        await current.stop(); // asked for in the very moment that it became ready
      else options.log.info({ pid: current.pid }, "the database server runs again");
    }
  };
  const running = keepRunning().catch((error: unknown) =>
    error instanceof StartError ? error : new StartError(`The embedded PostgreSQL was lost: ${String(error)}`),
  );
  return {
    url: buildDatabaseUrl(first.port, cluster.password),
    get pid() {
      return current.pid;
    },
    lost: new Promise((resolve) => {
      void running.then((error) => {
        if (!stopping.signal.aborted) resolve(error);
      });
    }),
    stop: async () => {
      stopping.abort();
      await current.stop();
      await running;
      process.removeListener("exit", stopAtExit);
    },
  };
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGINT");
  } catch {
    // gone already, which is what was wanted
  }
}

/** Connects as the application will, and makes its database at the first start. */
async function ensureDatabase(url: string): Promise<void> {
  try {
    await runOnce(url, "select 1");
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (error.code !== UNKNOWN_DATABASE) {
      throw new StartError(
        `The embedded PostgreSQL refuses the password in DATA_DIR/database-password: ${error.message}`,
      );
    }
    const maintenance = new URL(url);
    maintenance.pathname = "/postgres";
    await runOnce(maintenance.href, `create database ${DATABASE_NAME}`);
  }
}

async function runOnce(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // Said again by the call that it fails.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

import pg from "pg";
import type { DataDirLock } from "../../process/data-dir-lock.ts";
import { StartError } from "../../process/start-error.ts";
import { openCluster, SUPERUSER, type Cluster } from "./cluster.ts";
import { launchPostmaster, stopOrphan, type DatabaseLog, type LaunchOptions, type Postmaster } from "./postmaster.ts";

const DATABASE_NAME = "wazi";
const UNKNOWN_DATABASE = "3D000";
const CONNECT_TIMEOUT_MS = 10_000;
/** A server that ends more often than this within the window is broken. More restarts would only hide that. */
const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 10 * 60_000;

export interface EmbeddedDatabase {
  /** A superuser's URL of the database `wazi`. It stays valid when the server restarts. */
  readonly url: string;
  /** The server's process id, which changes at a restart. */
  readonly pid: number;
  /** Resolves only when the server has ended permanently without a call of `stop`. */
  readonly lost: Promise<StartError>;
  /** Stops the server within 2.5 s, or another time of at least 1 s. */
  stop(withinMs?: number): Promise<void>;
}

export interface EmbeddedDatabaseOptions {
  /**
   * Proves that no other process uses the folder, so a server that is found running in it is an orphan and is stopped.
   */
  readonly lock: DataDirLock;
  readonly log: DatabaseLog;
  /** False turns off fsync. Only for data that is discarded: tests and drills. */
  readonly durable?: boolean;
  /** True for a restore, which loads an empty database. */
  readonly isLoading?: boolean;
  /** Ends the start. */
  readonly signal?: AbortSignal;
}

/**
 * Starts the PostgreSQL server of this data folder and keeps it running. The first start creates the database. A server
 * that is killed is restarted on the same port, so that pools can reconnect.
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { lock, log, durable = true, isLoading = false, signal } = options;
  const cluster = await openCluster(lock.dataDir, { durable, ...(signal && { signal }) });
  await stopOrphan(cluster.directory, log);
  const first = await launchPostmaster(cluster, { log, durable, isLoading, ...(signal && { signal }) });
  const database = supervise(cluster, first, { log, durable, isLoading });
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
  // Stops the server whenever this process exits, unless it is killed.
  const stopAtExit = (): void => void killQuietly(current.pid);
  process.once("exit", stopAtExit);

  const keepRunning = async (): Promise<StartError> => {
    for (;;) {
      const reason = await current.exited;
      if (stopping.signal.aborted) return new StartError("The embedded PostgreSQL was stopped.");
      const lastWords = current.lastWords();
      options.log.error({ reason, lastWords }, "the database server ended unexpectedly; restarting it");
      const now = Date.now();
      restarts.push(now);
      if (restarts.filter((time) => time > now - RESTART_WINDOW_MS).length > MAX_RESTARTS) {
        return new StartError(`The embedded PostgreSQL keeps stopping unexpectedly: ${lastWords}`);
      }
      current = await launchPostmaster(cluster, { ...options, port: first.port, signal: stopping.signal });
      if (stopping.signal.aborted) await current.stop(); // The stop was requested just before the server became ready.
      else options.log.info({ pid: current.pid }, "the database server is running again");
    }
  };
  const running = keepRunning().catch((error: unknown) =>
    error instanceof StartError
      ? error
      : new StartError(`The embedded PostgreSQL could not be restarted: ${String(error)}`),
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
    stop: async (withinMs) => {
      stopping.abort();
      await current.stop(withinMs);
      await running;
      process.removeListener("exit", stopAtExit);
    },
  };
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGINT");
  } catch {
    // The process has already ended.
  }
}

/** Connects like the application and creates its database at the first start. */
async function ensureDatabase(url: string): Promise<void> {
  try {
    await runOnce(url, "select 1");
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (error.code !== UNKNOWN_DATABASE) {
      throw new StartError(
        `The embedded PostgreSQL rejects the password in DATA_DIR/database-password: ${error.message}`,
      );
    }
    const maintenance = new URL(url);
    maintenance.pathname = "/postgres";
    await runOnce(maintenance.href, `create database ${DATABASE_NAME}`);
  }
}

async function runOnce(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // The failing call reports the same error.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end().catch(() => undefined);
  }
}

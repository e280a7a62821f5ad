import type { Logger } from "pino";
import { openApplicationLogin } from "./application-login.ts";
import {
  type ApplicationDatabase,
  type ConnectionChoice,
  checkApplicationConnections,
  checkServer,
} from "./check-connections.ts";
import { isConnectionLost } from "./database-errors.ts";
import { startEmbeddedDatabase } from "./embedded/supervisor.ts";
import { migrate, type MigrateOptions } from "./migrate.ts";
import { acquireDataDirLock, ensureDataDir } from "../process/data-dir-lock.ts";
import { StartError } from "../process/start-error.ts";

export interface Database {
  /** The owner's connection. */
  url: string;
  lost: Promise<StartError>;
  /** True for the embedded database, which no other process uses. */
  isOurs: boolean;
  announce(address: string): void;
  /** @param withinMs the embedded database stops at once when it has not stopped properly shortly before */
  stop(withinMs?: number): Promise<void>;
}

/**
 * Opens the database of the settings, or starts the embedded one.
 * @param place.ownerUrl undefined for the embedded one
 * @param signal ends the start of the embedded one
 */
export async function openDatabase(
  { ownerUrl, dataDir }: { ownerUrl: string | undefined; dataDir: string },
  log: Logger,
  signal?: AbortSignal,
): Promise<Database> {
  if (ownerUrl !== undefined) {
    ensureDataDir(dataDir);
    const never = new Promise<StartError>(() => undefined);
    return {
      url: ownerUrl,
      lost: never,
      isOurs: false,
      announce: () => undefined,
      stop: () => Promise.resolve(),
    };
  }
  const lock = acquireDataDirLock(dataDir);
  try {
    const embedded = await startEmbeddedDatabase({ lock, log, ...(signal && { signal }) });
    return {
      url: embedded.url,
      lost: embedded.lost,
      isOurs: true,
      announce: (address) => lock.announce(address),
      stop: async (withinMs) => {
        await embedded.stop(withinMs);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * Migrates as the owner of the tables and returns the addresses of the application's own connections.
 * @throws StartError in live mode when these could change what is only appended
 */
export async function prepareDatabase(
  settings: ConnectionChoice,
  log: Logger,
  database: Database,
  options: MigrateOptions = {},
): Promise<ApplicationDatabase> {
  const { mode, databaseUrl, databaseDirectUrl } = settings;
  try {
    if (!database.isOurs) await checkServer(database.url, settings, log);
    // The embedded server has the settings that the supervisor gave it.
    const migrated = await migrate(database.url, log, { ...options, isServerChecked: true });
    if (migrated.length > 0) log.info({ files: migrated }, "the schema is up to date");
    const direct = databaseDirectUrl ?? databaseUrl;
    const login = await openApplicationLogin(database.url, database.url === direct ? undefined : direct);
    const connections = await checkApplicationConnections(login, settings, log);
    const { excess } = login;
    if (excess === null) return connections;
    const advice = `DATABASE_URL: ${excess}. Give the application a user without such rights, and set MIGRATION_DATABASE_URL.`;
    if (mode === "live") throw new StartError(advice);
    log.warn(advice);
    return connections;
  } catch (error) {
    throw database.isOurs ? error : toStartError(error);
  }
}

/** SQLSTATE: wrong user or password, unknown database, no permission. */
const refusedState = /^(28...|3D000|42501)$/;

/** The operator can fix a database that is unreachable or refuses us. The message leaves out its address, a secret. */
function toStartError(error: unknown): unknown {
  const isRefused = error instanceof Error && "code" in error && refusedState.test(String(error.code));
  if (!isRefused && !isConnectionLost(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (reason.includes("unsupported startup parameter")) {
    return new StartError(
      "DATABASE_URL is a connection pooler such as PgBouncer. Set DATABASE_DIRECT_URL to a direct connection to the same database.",
    );
  }
  return new StartError(
    `DATABASE_URL: ${reason.replace(/\s+/g, " ")}. Start that PostgreSQL, or correct DATABASE_URL.`,
  );
}

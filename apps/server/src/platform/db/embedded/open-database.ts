import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { acquireDataDirLock, DataDirInUseError, type DataDirLock } from "../../process/data-dir-lock.ts";
import { StartError } from "../../process/start-error.ts";
import { toClusterDirectory, readExistingPassword } from "./cluster.ts";
import { isPostgresOf, readPostmasterFile } from "./postmaster-file.ts";
import type { DatabaseLog } from "./postmaster.ts";
import { startEmbeddedDatabase, buildDatabaseUrl } from "./supervisor.ts";

/** How long a command waits for a starting server or for another command. */
const WAIT_MS = 60_000;
const POLL_MS = 100;

export interface OpenedDatabase {
  readonly url: string;
  close(): Promise<void>;
}

/** Returns the URL of the server that runs on this data folder, if there is one and it is ready. */
export function findRunningDatabase(dataDir: string): string | undefined {
  const clusterDir = toClusterDirectory(dataDir);
  try {
    const file = readPostmasterFile(clusterDir);
    if (file?.isReady !== true || !isPostgresOf(file.pid, clusterDir)) return undefined;
    const password = readExistingPassword(dataDir);
    return password === undefined ? undefined : buildDatabaseUrl(file.port, password);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new StartError(
      `The data folder ${dataDir} cannot be read (${code}). Run this command as the user that Wazi runs as.`,
    );
  }
}

/** A command never creates a database, because it would be empty. */
function noDatabaseIn(dataDir: string): StartError {
  return new StartError(
    `There is no database in ${dataDir}. Start Wazi on it once, or set DATA_DIR to the right folder.`,
  );
}

/**
 * Opens the database of this data folder for a command. If Wazi is running, the command uses its database. Otherwise it
 * starts the database and stops it at `close`. Commands take turns, because the first one's `close` would stop the
 * server that the second one uses.
 */
export async function openDatabaseFor(dataDir: string, log: DatabaseLog): Promise<OpenedDatabase> {
  if (!existsSync(dataDir)) throw noDatabaseIn(dataDir);
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const lock = lockOrHolder(dataDir);
    if (!(lock instanceof DataDirInUseError)) return openAlone(lock, log);
    const url = lock.holder.purpose === "server" ? findRunningDatabase(dataDir) : undefined;
    if (url !== undefined) return { url, close: () => Promise.resolve() };
    if (Date.now() > deadline) throw lock;
    await sleep(POLL_MS);
  }
}

/** Opens the database that a command works on: the one that is set, or else that of the data folder. Its log has errors only. */
export function openCommandDatabase(databaseUrl: string | undefined, dataDir: string): Promise<OpenedDatabase> {
  if (databaseUrl !== undefined) return Promise.resolve({ url: databaseUrl, close: () => Promise.resolve() });
  return openDatabaseFor(dataDir, pino({ level: "error" }, pino.destination(2)));
}

function lockOrHolder(dataDir: string): DataDirLock | DataDirInUseError {
  try {
    return acquireDataDirLock(dataDir, "command");
  } catch (error) {
    if (error instanceof DataDirInUseError) return error;
    throw error;
  }
}

async function openAlone(lock: DataDirLock, log: DatabaseLog): Promise<OpenedDatabase> {
  try {
    if (!existsSync(toClusterDirectory(lock.dataDir))) throw noDatabaseIn(lock.dataDir);
    const database = await startEmbeddedDatabase({ lock, log });
    const close = async (): Promise<void> => {
      await database.stop();
      lock.release();
    };
    return { url: database.url, close };
  } catch (error) {
    lock.release();
    throw error;
  }
}

import { existsSync } from "node:fs";
import { openPool } from "../../platform/db/pool.ts";
import { StartError } from "../../platform/process/start-error.ts";
import type { ProgressLog } from "../../platform/db/watch-step.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { createDocumentKeys, type DocumentStore, createFactorVault } from "../../people/api.ts";
import { DOCUMENT_KEY_SUFFIX } from "../../platform/backup/backup-format.ts";
import {
  createDrillDatabase,
  DRILL_DATABASE,
  dropDrillDatabase,
  hasForeignDrillDatabase,
} from "../../platform/backup/store.ts";
import { checkBackup, restoreBackup, type Restored } from "./restore-backup.ts";

export interface DrillDatabase {
  /** An empty database. */
  url: string;
  /** Removes it. */
  close(): Promise<void>;
}

export interface DrillDeps {
  /** Called when every file of the backup was checked. */
  openDatabase: () => Promise<DrillDatabase>;
  /** Where the documents are restored to. */
  documents: DocumentStore;
  /** The document keys of this installation. */
  secrets: readonly Buffer[];
  /** Reads the key file that lies beside a backup. */
  readKeyFile: (path: string) => Buffer[];
  log: ProgressLog;
  /** Refuses a backup by its signature, and its rows before they are committed. */
  judge?: Parameters<typeof checkBackup>[2];
  check?: (sql: Queryable) => Promise<void>;
}

/** Without a key of the installation, any key will do, because there is nothing encrypted. */
const NO_KEY = Buffer.alloc(32);

/**
 * Restores a backup into a database that is removed afterwards, and compares its books.
 * @throws StartError for a backup that is incomplete, damaged or changed, and without its key
 */
export async function runDrill(
  { openDatabase, documents, secrets, readKeyFile, log, judge, check }: DrillDeps,
  folder: string,
): Promise<Restored> {
  const keyFile = `${folder}${DOCUMENT_KEY_SUFFIX}`;
  const known = [...secrets, ...(existsSync(keyFile) ? readKeyFile(keyFile) : [])];
  const usable = known.length === 0 ? [NO_KEY] : known;
  const keys = createDocumentKeys(usable);
  const manifest = await checkBackup(folder, keys, judge);
  const database = await openDatabase();
  try {
    const factors = createFactorVault(usable);
    const deps = { url: database.url, documents, keys, factors, log, ...(check ? { check } : {}) };
    return await restoreBackup(deps, folder, manifest);
  } finally {
    await database.close();
  }
}

/**
 * Creates the database of a drill on a server, after removing what a drill that was killed has left.
 * @param serverUrl of a user who may create databases and roles
 * @throws StartError when the server has another database of that name
 */
export async function openDrillDatabaseOn(serverUrl: string): Promise<DrillDatabase> {
  const sql = openPool(serverUrl, { max: 1, role: null, statementTimeoutMs: 0, queryTimeoutMs: 0 });
  try {
    if (await hasForeignDrillDatabase(sql))
      throw new StartError(
        `DRILL_DATABASE_URL: the server has a database ${DRILL_DATABASE} that no drill has made. Rename it, or use another server.`,
      );
    await dropDrillDatabase(sql);
    await createDrillDatabase(sql);
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  const url = new URL(serverUrl);
  url.pathname = `/${DRILL_DATABASE}`;
  return {
    url: url.href,
    close: async () => {
      try {
        await dropDrillDatabase(sql);
      } finally {
        await sql.end({ timeout: 1 });
      }
    },
  };
}

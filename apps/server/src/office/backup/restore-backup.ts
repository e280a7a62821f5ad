import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { withBulkConnection, type BulkConnection } from "../../platform/db/bulk-connection.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { openPool, type Queryable } from "../../platform/db/pool.ts";
import type { ProgressLog } from "../../platform/db/watch-step.ts";
import { StartError } from "../../platform/process/start-error.ts";
import {
  type DocumentKeys,
  type DocumentStore,
  hasKeyOf,
  type FactorVault,
  listSealedHeaders,
} from "../../people/api.ts";
import { findDifferences, type Difference } from "../../ledger/api.ts";
import { checkFiles, readManifest, type Manifest } from "../../platform/backup/backup-format.ts";
import {
  addIndexes,
  analyzeTables,
  beginQuarantine,
  endCopiedState,
  finishLoading,
  hasUsers,
  listCopiedTables,
  prepareLoading,
} from "../../platform/backup/store.ts";

const WRONG_KEY =
  "The document key does not fit this backup. Give the key file that was written with it (--keys FILE), or set DOCUMENT_KEY.";

export interface RestoreDeps {
  /** The owner's connection to an empty database. */
  url: string;
  documents: DocumentStore;
  keys: DocumentKeys;
  factors: FactorVault;
  log: ProgressLog;
  /** Looks at the restored rows before they are committed, and throws when they must not be. Left out: no such check. */
  check?: (sql: Queryable) => Promise<void>;
}

export interface Restored {
  createdAt: string;
  rows: number;
  documents: number;
  /** Differences between the restored figures and the restored ledger. Must be empty. */
  differences: Difference[];
}

/**
 * Reads a backup's manifest and checks every file and the keys, before anything is written.
 * @param judge refuses a manifest by its signature
 * @throws StartError for a folder that is incomplete, damaged or changed, and for keys that do not fit
 */
export async function checkBackup(
  folder: string,
  keys: DocumentKeys,
  judge: (read: { manifest: Manifest; seal: string | null }) => void = () => undefined,
): Promise<Manifest> {
  const read = readManifest(folder);
  const { manifest } = read;
  judge(read);
  await checkFiles(folder, manifest);
  const [newest] = manifest.documents.slice(-1);
  if (newest && !hasKeyOf(keys, readFileSync(join(folder, newest.path)))) throw new StartError(WRONG_KEY);
  return manifest;
}

/**
 * Restores a checked backup into an empty database: its schema, the documents, its rows in one transaction with their
 * indexes and keys and the beginning of a quarantine, then the migrations of this version. Then the books are compared.
 * @throws StartError when the database is not empty, or the backup is of a newer version
 */
export async function restoreBackup(deps: RestoreDeps, folder: string, manifest: Manifest): Promise<Restored> {
  await refuseUsedDatabase(deps.url);
  await migrate(deps.url, deps.log, { only: manifest.migrations });
  // Before the rows, so that a restore that ends here has left an empty database and begins again.
  for (const { id, path } of manifest.documents) await deps.documents.put(id, readFileSync(join(folder, path)));
  const rows = await withBulkConnection(deps.url, "", (connection) => loadTables(deps, connection, folder, manifest));
  await migrate(deps.url, deps.log);
  const sql = openPool(deps.url, { max: 1, role: null, statementTimeoutMs: 0, queryTimeoutMs: 0 });
  try {
    await analyzeTables(sql);
    const { differences } = await findDifferences(sql);
    return { createdAt: manifest.createdAt, rows, documents: manifest.documents.length, differences };
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function refuseUsedDatabase(url: string): Promise<void> {
  const sql = openPool(url, { max: 1, role: null });
  try {
    if (!(await hasUsers(sql))) return;
  } finally {
    await sql.end({ timeout: 1 });
  }
  throw new StartError(
    "The target is not empty: its database has users. Restore into a new DATA_DIR, or name an empty database in DATABASE_URL.",
  );
}

async function loadTables(
  { factors, check }: RestoreDeps,
  connection: BulkConnection,
  folder: string,
  { tables, sequences, createdAt }: Manifest,
): Promise<number> {
  const { sql } = connection;
  const targets = await listCopiedTables(sql);
  const differing = tables.find(({ name, columns }) =>
    targets.every((target) => target.name !== name || target.columns !== columns),
  );
  if (differing || targets.length !== tables.length)
    throw new StartError(`The backup's tables differ from its schema (${differing?.name ?? "a table is missing"}).`);
  const dropped = await prepareLoading(sql, targets);
  for (const { name, columns, path } of tables) {
    // Rows of this transaction are seen by all later ones, so no later statement has to look at that and note it.
    const isPartitioned = targets.some((target) => target.name === name && target.isPartitioned);
    const target = connection.copyIn(`${name} (${columns})`, isPartitioned ? "" : "with (freeze)");
    await pipeline(createReadStream(join(folder, path)), createGunzip(), target);
    await addIndexes(sql, name, dropped);
  }
  await check?.(sql);
  await endCopiedState(sql);
  await finishLoading(sql, { tables: targets, dropped, sequences });
  await beginQuarantine(sql, new Date(createdAt));
  if (!(await listSealedHeaders(sql)).every((header) => factors.hasKeyOf(header))) throw new StartError(WRONG_KEY);
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

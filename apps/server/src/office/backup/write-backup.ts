import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withBulkConnection, type BulkConnection } from "../../platform/db/bulk-connection.ts";
import { type Queryable, SNAPSHOT } from "../../platform/db/pool.ts";
import { StartError } from "../../platform/process/start-error.ts";
import type { DocumentStore } from "../../people/api.ts";
import {
  DOCUMENT_KEY_SUFFIX,
  DOCUMENTS,
  findDamage,
  FORMAT,
  formatManifest,
  LOG_KEY_SUFFIX,
  MANIFEST,
  SEAL_SUFFIX,
  TABLES,
  type Manifest,
} from "../../platform/backup/backup-format.ts";
import { fillFolder, OWNER_ONLY_FILE, writeRows } from "../../platform/backup/draft-folder.ts";
import {
  listAllDocuments,
  listCopiedTables,
  listMigrations,
  listSequences,
  readServer,
  type CopiedTable,
} from "../../platform/backup/store.ts";

const BACKUP_PREFIX = "wazi-backup-";

export interface BackupDeps {
  /** The owner's connection. */
  url: string;
  documents: DocumentStore;
  waziVersion: string;
  now: () => Date;
  /** Signs what a manifest and the snapshot say. */
  seal: (sql: Queryable, manifest: Manifest) => Promise<string>;
}

export interface WrittenBackup {
  folder: string;
  createdAt: Date;
  rows: number;
  bytes: number;
  documents: number;
  seal: string;
}

/**
 * Writes a backup of the database, in one snapshot while it is in use, and of the documents of that snapshot. Every file is
 * read back and compared with its checksum before the folder gets its name.
 * @param target the folder for backups
 * @throws StartError when the folder cannot be written, or a file is not as it was written
 */
export async function writeBackup(deps: BackupDeps, target: string): Promise<WrittenBackup> {
  const createdAt = deps.now();
  const folder = join(target, `${BACKUP_PREFIX}${createdAt.toISOString().replace(/[:.]/g, "-")}`);
  const parts = [TABLES, DOCUMENTS];
  const { backup, seal } = await fillFolder(
    { folder, name: "backup", option: "--to", parts, manifest: MANIFEST },
    async (draft) => {
      const [copied, signed] = await withBulkConnection(deps.url, SNAPSHOT, async (connection) => {
        const rows = await copyDatabase(deps, connection, draft, createdAt);
        return [rows, await deps.seal(connection.sql, rows)] as const;
      });
      await readBack(draft, copied);
      return { backup: copied, seal: signed, text: formatManifest(copied, signed) };
    },
  );
  const files = [...backup.tables, ...backup.documents];
  return {
    folder,
    createdAt,
    rows: backup.tables.reduce((sum, { rows }) => sum + rows, 0),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    documents: backup.documents.length,
    seal,
  };
}

async function readBack(draft: string, { tables, documents }: Manifest): Promise<void> {
  for (const file of [...tables, ...documents]) {
    const damage = await findDamage(draft, file);
    if (damage !== null)
      throw new StartError(
        `The backup could not be read back: ${damage}. Check the disk, or give another folder with --to.`,
      );
  }
}

async function copyDatabase(
  deps: BackupDeps,
  connection: BulkConnection,
  draft: string,
  createdAt: Date,
): Promise<Manifest> {
  const { sql } = connection;
  const { version: postgresVersion, mode } = await readServer(sql);
  const migrations = await listMigrations(sql);
  const tables: Manifest["tables"] = [];
  for (const table of await listCopiedTables(sql)) tables.push(await writeTable(connection, draft, table));
  const documents = await writeDocuments(deps.documents, draft, await listAllDocuments(sql));
  // Sequences are in no snapshot. Read last, they are beyond every copied row.
  const sequences = await listSequences(sql);
  const head = { format: FORMAT, waziVersion: deps.waziVersion, postgresVersion, mode };
  return { ...head, createdAt: createdAt.toISOString(), migrations, tables, sequences, documents };
}

async function writeTable(
  connection: BulkConnection,
  draft: string,
  { name, columns }: CopiedTable,
): Promise<Manifest["tables"][number]> {
  const path = join(TABLES, `${name.replaceAll('"', "")}.copy.gz`);
  const written = await writeRows(connection.copyOut(`(select ${columns} from ${name})`), draft, path);
  return { name, columns, ...written };
}

/** Copies the documents as they are encrypted. One that was erased after the snapshot is left out. */
async function writeDocuments(
  store: DocumentStore,
  draft: string,
  ids: readonly string[],
): Promise<Manifest["documents"]> {
  const documents: Manifest["documents"] = [];
  for (const id of ids) {
    const sealed = await store.get(id);
    if (sealed === undefined) continue;
    const path = join(DOCUMENTS, id);
    writeFileSync(join(draft, path), sealed, { mode: OWNER_ONLY_FILE, flush: true });
    const sha256 = createHash("sha256").update(sealed).digest("hex");
    documents.push({ id, path, bytes: sealed.length, sha256 });
  }
  return documents;
}

/** The complete backups of a folder, oldest first. */
function listBackups(target: string): string[] {
  const names = readdirSync(target).filter((name) => name.startsWith(BACKUP_PREFIX));
  return names.filter((name) => existsSync(join(target, name, MANIFEST))).sort();
}

/** @throws StartError when the folder has no complete backup */
export function findNewestBackup(target: string): string {
  const newest = existsSync(target) ? listBackups(target).at(-1) : undefined;
  if (newest === undefined) throw new StartError(`${target} has no complete backup (wazi-backup-…).`);
  return join(target, newest);
}

/** Removes the oldest complete backups of a folder beyond the newest `keep`, with their keys. @returns their names */
export function removeOldBackups(target: string, keep: number): string[] {
  const complete = listBackups(target);
  const removed = complete.slice(0, Math.max(0, complete.length - keep));
  for (const name of removed) {
    rmSync(join(target, name), { recursive: true, force: true });
    for (const suffix of [DOCUMENT_KEY_SUFFIX, LOG_KEY_SUFFIX, SEAL_SUFFIX])
      rmSync(join(target, `${name}${suffix}`), { force: true });
  }
  return removed;
}

import { copyFileSync, existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { getDocumentKeyPath } from "../people/documents/document-key-file.ts";
import { DOCUMENT_KEY_SUFFIX, LOG_KEY_SUFFIX, type Manifest, SEAL_SUFFIX } from "../platform/backup/backup-format.ts";
import { OWNER_ONLY_FILE } from "../platform/backup/draft-folder.ts";
import { removeOldBackups, writeBackup } from "../office/backup/write-backup.ts";
import { readOwnBackupKey, sealBackup } from "../proofs/backups/backup-seal.ts";
import { getLogKeyPath } from "../proofs/log/log-signer.ts";
import { readLogState } from "../record/leaves/store.ts";
import { openCommandDatabase } from "../platform/db/embedded/open-database.ts";
import { openPool, type Queryable } from "../platform/db/pool.ts";
import { openDocumentStore } from "../people/documents/open-vaults.ts";
import { answerHelp, readOptions, reportFailure, UsageError } from "../platform/process/command-line.ts";
import { readVersion } from "../platform/process/version.ts";
import { toOwnerUrl } from "../platform/settings/database-settings.ts";
import { readSettings, type Settings } from "../start/settings/settings.ts";
import { recordCopy, refuseUnmigrated, saveCopyResult } from "./command-database.ts";

const USAGE = `npm run wazi -- backup [--to FOLDER] [--keep NUMBER]

Writes a backup of the database, as of one moment, and of the identity documents, while Wazi runs or alone. It can be
restored on any PostgreSQL 15 or later. Every file is read back, and the metrics show when that last succeeded. It is signed
with a key that is in no backup. Keep its seal and the public key elsewhere: a restore compares with them.

  --to FOLDER    the folder for backups (default: backups in DATA_DIR); use one on another disk
  --keep NUMBER  removes the oldest backups of the folder beyond this number`;

const BYTES_PER_MB = 1_000_000;

function readArguments(): { to: string | undefined; keep: number | undefined } {
  const { values } = readOptions({ options: { to: { type: "string" }, keep: { type: "string" } } });
  const keep = values.keep === undefined ? undefined : Number(values.keep);
  if (keep !== undefined && !(Number.isInteger(keep) && keep >= 1))
    throw new UsageError("--keep needs a whole number from 1.");
  return { to: values.to, keep };
}

/** A backup's report. With a problem, the backup is complete but something that a restore needs is missing. */
interface Report {
  lines: string[];
  problem?: string;
}

interface BackedUp extends Report {
  /** Null with a problem: such a backup does not count as verified. */
  completeUntil: Date | null;
}

/** True when the transparency log has begun. */
async function hasBegunLog(url: string): Promise<boolean> {
  const sql = openPool(url, { max: 1, role: null });
  try {
    return (await readLogState(sql)) !== null;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function backUp(settings: Settings, url: string, to: string): Promise<BackedUp> {
  await refuseUnmigrated(url);
  const hasLog = await hasBegunLog(url);
  const startedAt = performance.now();
  const documents = openDocumentStore(settings);
  const deps = {
    ...{ url, documents, waziVersion: readVersion(), now: () => new Date() },
    seal: (sql: Queryable, manifest: Manifest) => sealBackup(sql, manifest, settings),
  };
  const written = await writeBackup(deps, to);
  const sealFile = `${written.folder}${SEAL_SUFFIX}`;
  writeFileSync(sealFile, written.seal, { mode: OWNER_ONLY_FILE, flush: true });
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const size = (written.bytes / BYTES_PER_MB).toFixed(1);
  const lines = [
    `Backup: ${written.folder}`,
    `${written.rows} rows and ${written.documents} documents, ${size} MB, written and read back in ${seconds} s.`,
    `Seal: ${sealFile} (keep a copy in another place than the backup)`,
    `Signed with the key ${readOwnBackupKey(settings) ?? ""}`,
  ];
  const keyFile = getDocumentKeyPath(settings.dataDir);
  if (existsSync(keyFile)) {
    copyFileSync(keyFile, `${written.folder}${DOCUMENT_KEY_SUFFIX}`);
    lines.push(`Document key: ${written.folder}${DOCUMENT_KEY_SUFFIX} (move it to another place than the backup)`);
  } else lines.push("The document key is in DOCUMENT_KEY and not part of the backup.");
  const logKey = keepLogKey(settings, written.folder, hasLog);
  const completeUntil = logKey.problem === undefined ? written.createdAt : null;
  return { ...logKey, lines: [...lines, ...logKey.lines], completeUntil };
}

function keepLogKey({ dataDir, logKey }: Settings, folder: string, hasLog: boolean): Report {
  const file = getLogKeyPath(dataDir);
  if (logKey !== undefined)
    return { lines: ["The key of the transparency log is in LOG_KEY and not part of the backup."] };
  if (existsSync(file)) {
    copyFileSync(file, `${folder}${LOG_KEY_SUFFIX}`);
    return { lines: [`Log key: ${folder}${LOG_KEY_SUFFIX} (move it too)`] };
  }
  return hasLog
    ? { lines: [], problem: noLogKey(file) }
    : { lines: ["The transparency log has not begun and has no key."] };
}

const noLogKey = (file: string): string =>
  `The key of the transparency log is not part of this backup: LOG_KEY is not set, and there is no file ${file}. ` +
  "Without the key no process can sign the log again. Set LOG_KEY, or run the backup with the DATA_DIR of the process that began the log.";

async function main(): Promise<void> {
  if (answerHelp(USAGE)) return;
  const { to, keep } = readArguments();
  const settings = readSettings(process.env);
  const { dataDir } = settings;
  const target = to === undefined ? join(dataDir, "backups") : resolve(to);
  const database = await openCommandDatabase(toOwnerUrl(settings), dataDir);
  try {
    const { url } = database;
    const { lines, problem } = await recordCopy(
      (until) => saveCopyResult(url, "backup", until),
      () => backUp(settings, url, target),
    );
    process.stdout.write(`${lines.join("\n")}\n`);
    if (problem !== undefined) {
      process.stderr.write(`${problem}\n`);
      process.exitCode = 1;
    }
  } finally {
    await database.close();
  }
  const removed = keep === undefined ? [] : removeOldBackups(target, keep);
  if (removed.length > 0) process.stdout.write(`Removed: ${removed.join(", ")}\n`);
}

main().catch(reportFailure);

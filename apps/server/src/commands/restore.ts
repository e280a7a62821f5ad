import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pino } from "pino";
import { readKeysOf, restoreDocumentKeyFile } from "../people/documents/document-key-file.ts";
import { DOCUMENT_KEY_SUFFIX, LOG_KEY_SUFFIX, type Manifest } from "../platform/backup/backup-format.ts";
import { checkBackup, restoreBackup, type Restored } from "../office/backup/restore-backup.ts";
import { createDocumentKeys } from "../people/documents/document-keys.ts";
import { createFactorVault } from "../people/second-factors/factor-vault.ts";
import { restoreLogKey } from "../proofs/log/log-signer.ts";
import { startEmbeddedDatabase } from "../platform/db/embedded/supervisor.ts";
import { openDocumentStore } from "../people/documents/open-vaults.ts";
import { acquireDataDirLock } from "../platform/process/data-dir-lock.ts";
import { answerHelp, readOptions, reportFailure, UsageError } from "../platform/process/command-line.ts";
import { toOwnerUrl } from "../platform/settings/database-settings.ts";
import { readSettings, type Settings } from "../start/settings/settings.ts";

const USAGE = `npm run wazi -- restore --from FOLDER [--keys FILE]

Restores a backup into a new DATA_DIR, or into an empty database (DATABASE_URL), and compares the books. Nothing is
written before every file of the backup was checked.

  --from FOLDER  the backup: a folder wazi-backup-…
  --keys FILE    its key file (default: FOLDER.key, if it is there; otherwise DOCUMENT_KEY)

The key of the transparency log is taken from FOLDER.log.key, if it is there; otherwise set LOG_KEY at the start.`;

/** Without a key of the backup's installation, any key will do, because there is nothing encrypted. */
const NO_KEY = Buffer.alloc(32);
const EXIT_DIFFERENCES = 2;

function readArguments(): { from: string; keyFile: string | undefined } {
  const { values } = readOptions({ options: { from: { type: "string" }, keys: { type: "string" } } });
  if (values.from === undefined) throw new UsageError("restore needs --from FOLDER.");
  const from = resolve(values.from);
  const beside = `${from}${DOCUMENT_KEY_SUFFIX}`;
  const keyFile = values.keys === undefined ? (existsSync(beside) ? beside : undefined) : resolve(values.keys);
  return { from, keyFile };
}

/** Opens the database of the settings, or creates the embedded one. */
async function openTarget(settings: Settings): Promise<{ url: string; close: () => Promise<void> }> {
  const url = toOwnerUrl(settings);
  if (url !== undefined) return { url, close: () => Promise.resolve() };
  const lock = acquireDataDirLock(settings.dataDir, "command");
  const log = pino({ level: "error" }, pino.destination(2));
  const database = await startEmbeddedDatabase({ lock, log, isLoading: true });
  return {
    url: database.url,
    close: async () => {
      await database.stop();
      lock.release();
    },
  };
}

async function restore(settings: Settings, from: string, keyFile: string | undefined): Promise<Restored> {
  const logKeyFile = `${from}${LOG_KEY_SUFFIX}`;
  const fromFile = keyFile === undefined ? [] : readKeysOf(keyFile);
  const secrets = [...settings.documents.keys, ...fromFile];
  const usable = secrets.length === 0 ? [NO_KEY] : secrets;
  const keys = createDocumentKeys(usable);
  const manifest: Manifest = await checkBackup(from, keys);
  const target = await openTarget(settings);
  try {
    if (keyFile !== undefined) restoreDocumentKeyFile(settings.dataDir, fromFile);
    if (existsSync(logKeyFile)) restoreLogKey(settings.dataDir, logKeyFile);
    const documents = openDocumentStore(settings);
    const note = (fields: object, message: string): void => {
      process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
    };
    const deps = { url: target.url, documents, keys, factors: createFactorVault(usable) };
    return await restoreBackup({ ...deps, log: { info: () => undefined, warn: note } }, from, manifest);
  } finally {
    await target.close();
  }
}

async function main(): Promise<void> {
  if (answerHelp(USAGE)) return;
  const { from, keyFile } = readArguments();
  const settings = readSettings(process.env);
  const startedAt = performance.now();
  const { createdAt, rows, documents, differences } = await restore(settings, from, keyFile);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(
    `Restored the state of ${createdAt}: ${rows} rows and ${documents} documents in ${seconds} s.\n`,
  );
  const where = settings.databaseUrl === undefined ? join(settings.dataDir) : "DATABASE_URL";
  if (differences.length === 0) {
    process.stdout.write(`The books agree. Start Wazi on ${where}.\n`);
    return;
  }
  for (const { subject, actual, expected } of differences)
    process.stderr.write(`DIFFERS  ${subject}: ${actual}, expected ${expected}\n`);
  process.exitCode = EXIT_DIFFERENCES;
}

main().catch(reportFailure);

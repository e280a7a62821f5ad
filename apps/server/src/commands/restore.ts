import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pino } from "pino";
import { readKeysOf, restoreDocumentKeyFile } from "../people/documents/document-key-file.ts";
import { DOCUMENT_KEY_SUFFIX, LOG_KEY_SUFFIX, type Manifest } from "../platform/backup/backup-format.ts";
import { checkBackup, restoreBackup, type Restored } from "../office/backup/restore-backup.ts";
import { createDocumentKeys } from "../people/documents/document-keys.ts";
import { createFactorVault } from "../people/second-factors/factor-vault.ts";
import type { Seal } from "../proofs/backups/backup-seal.ts";
import {
  createVerdict,
  formatVerdict,
  judgeManifest,
  judgeRows,
  refuseProblems,
  type Given,
  type Verdict,
} from "../proofs/backups/judge-backup.ts";
import { restoreLogKey } from "../proofs/log/log-signer.ts";
import type { Queryable } from "../platform/db/pool.ts";
import { startEmbeddedDatabase } from "../platform/db/embedded/supervisor.ts";
import { openDocumentStore } from "../people/documents/open-vaults.ts";
import { acquireDataDirLock } from "../platform/process/data-dir-lock.ts";
import { answerHelp, readOptions, reportFailure, UsageError } from "../platform/process/command-line.ts";
import { toOwnerUrl } from "../platform/settings/database-settings.ts";
import { readSettings, type Settings } from "../start/settings/settings.ts";
import { givenOptions, readGiven, withOwnKeys } from "./given-proofs.ts";

const USAGE = `npm run wazi -- restore --from FOLDER [--keys FILE] [--key KEY]… [--checkpoint FILE] [--witness KEY] [--unsigned]

Restores a backup into a new DATA_DIR, or into an empty database (DATABASE_URL), and compares the books. Nothing is
written before every file of the backup was checked. All sessions and links in mails end, and no payout leaves until
an administrator has compared the payouts with the command quarantine.

  --from FOLDER      the backup: a folder wazi-backup-…
  --keys FILE        its key file (default: FOLDER.key, if it is there; otherwise DOCUMENT_KEY)
  --key KEY          a public key of backups or of the public log, from another place than the backup; repeat it for more
                     (default: the key of BACKUP_KEY or of this DATA_DIR, if there is one)
  --checkpoint FILE  a seal of this or an earlier backup, or a checkpoint of the public log, from another place
  --witness KEY      the public key of a witness that must have signed the public log
  --unsigned         restores a backup that has no signature

It says "Verified" only with a key and a checkpoint or a witness that were given, and otherwise what was not compared. Exit
codes: 0 restored, 1 refused and nothing restored, 2 restored and the books differ.

The key of the transparency log is taken from FOLDER.log.key, if it is there; otherwise set LOG_KEY at the start.`;

/** Without a key of the backup's installation, any key will do, because there is nothing encrypted. */
const NO_KEY = Buffer.alloc(32);
const EXIT_DIFFERENCES = 2;
const QUARANTINED =
  "Sessions and links in mails have ended. Payouts are stopped until an administrator has compared them: npm run wazi -- quarantine.";

interface Arguments {
  from: string;
  keyFile: string | undefined;
  given: Given;
  isUnsignedAllowed: boolean;
}

function readArguments(): Arguments {
  const { values } = readOptions({
    options: { from: { type: "string" }, keys: { type: "string" }, ...givenOptions, unsigned: { type: "boolean" } },
  });
  if (values.from === undefined) throw new UsageError("restore needs --from FOLDER.");
  const from = resolve(values.from);
  const beside = `${from}${DOCUMENT_KEY_SUFFIX}`;
  const keyFile = values.keys === undefined ? (existsSync(beside) ? beside : undefined) : resolve(values.keys);
  return { from, keyFile, given: readGiven(values), isUnsignedAllowed: values.unsigned === true };
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

async function restore(
  settings: Settings,
  { from, keyFile, given, isUnsignedAllowed }: Arguments,
): Promise<Restored & { verdict: Verdict }> {
  const logKeyFile = `${from}${LOG_KEY_SUFFIX}`;
  const fromFile = keyFile === undefined ? [] : readKeysOf(keyFile);
  const secrets = [...settings.documents.keys, ...fromFile];
  const usable = secrets.length === 0 ? [NO_KEY] : secrets;
  const keys = createDocumentKeys(usable);
  const verdict = createVerdict();
  let seal: Seal | null = null;
  const all = withOwnKeys(given, settings);
  const manifest: Manifest = await checkBackup(from, keys, (read) => {
    seal = judgeManifest(read, all, { verdict, isUnsignedAllowed });
  });
  const target = await openTarget(settings);
  try {
    if (keyFile !== undefined) restoreDocumentKeyFile(settings.dataDir, fromFile);
    if (existsSync(logKeyFile)) restoreLogKey(settings.dataDir, logKeyFile);
    const documents = openDocumentStore(settings);
    const note = (fields: object, message: string): void => {
      process.stderr.write(`${message} ${JSON.stringify(fields)}\n`);
    };
    const deps = { url: target.url, documents, keys, factors: createFactorVault(usable) };
    const check = async (sql: Queryable): Promise<void> => {
      await judgeRows(sql, seal, all, verdict);
      refuseProblems(verdict);
    };
    const log = { info: () => undefined, warn: note };
    return { ...(await restoreBackup({ ...deps, log, check }, from, manifest)), verdict };
  } finally {
    await target.close();
  }
}

async function main(): Promise<void> {
  if (answerHelp(USAGE)) return;
  const given = readArguments();
  const settings = readSettings(process.env);
  const startedAt = performance.now();
  const { createdAt, rows, documents, differences, verdict } = await restore(settings, given);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  process.stdout.write(
    `Restored the state of ${createdAt}: ${rows} rows and ${documents} documents in ${seconds} s.\n${formatVerdict(verdict)}\n`,
  );
  const where = settings.databaseUrl === undefined ? join(settings.dataDir) : "DATABASE_URL";
  if (differences.length === 0) {
    process.stdout.write(`The books agree. Start Wazi on ${where}.\n${QUARANTINED}\n`);
    return;
  }
  for (const { subject, actual, expected } of differences)
    process.stderr.write(`DIFFERS  ${subject}: ${actual}, expected ${expected}\n`);
  process.exitCode = EXIT_DIFFERENCES;
}

main().catch(reportFailure);

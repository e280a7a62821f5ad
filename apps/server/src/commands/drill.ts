import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pino } from "pino";
import { openDocumentFolder } from "../people/documents/document-folder.ts";
import { readDocumentKeyFile, readKeysOf } from "../people/documents/document-key-file.ts";
import type { Restored } from "../office/backup/restore-backup.ts";
import { openDrillDatabaseOn, runDrill, type DrillDatabase } from "../office/backup/run-drill.ts";
import type { Seal } from "../proofs/backups/backup-seal.ts";
import {
  createVerdict,
  formatVerdict,
  judgeManifest,
  judgeRows,
  refuseProblems,
  type Verdict,
} from "../proofs/backups/judge-backup.ts";
import { findNewestBackup } from "../office/backup/write-backup.ts";
import { openCommandDatabase } from "../platform/db/embedded/open-database.ts";
import { startEmbeddedDatabase } from "../platform/db/embedded/supervisor.ts";
import { answerHelp, readOptions, reportFailure } from "../platform/process/command-line.ts";
import { acquireDataDirLock } from "../platform/process/data-dir-lock.ts";
import { toOwnerUrl } from "../platform/settings/database-settings.ts";
import { readSettings, type Settings } from "../start/settings/settings.ts";
import { recordCopy, saveCopyResult } from "./command-database.ts";
import { readGiven, withOwnKeys } from "./given-proofs.ts";

const USAGE = `npm run wazi -- drill [--from FOLDER]

Restores the newest backup of a folder, compares its books, and removes it again. It needs DRILL_DATABASE_URL, a server that
it may use, or starts a PostgreSQL of its own in a temporary folder (TMPDIR), which needs as much room as the database. The
metrics show when that last succeeded.

  --from FOLDER  the folder of the backups (default: backups in DATA_DIR)`;

const EXIT_DIFFERENCES = 2;

function readArguments(): { from: string | undefined } {
  const { values } = readOptions({ options: { from: { type: "string" } } });
  return { from: values.from };
}

/** Starts an embedded server in a folder of this drill. Its data is discarded, so it need not survive a crash. */
async function startOwnDatabase(folder: string): Promise<DrillDatabase> {
  const lock = acquireDataDirLock(folder, "command");
  const log = pino({ level: "error" }, pino.destination(2));
  const database = await startEmbeddedDatabase({ lock, log, durable: false, isLoading: true });
  return {
    url: database.url,
    close: async () => {
      await database.stop();
      lock.release();
    },
  };
}

async function drill(settings: Settings, backup: string): Promise<Restored & { verdict: Verdict }> {
  const { drillDatabaseUrl, dataDir, documents } = settings;
  const given = withOwnKeys(readGiven({}), settings);
  const verdict = createVerdict();
  let seal: Seal | null = null;
  const folder = mkdtempSync(join(tmpdir(), "wazi-drill-"));
  try {
    const restored = await runDrill(
      {
        openDatabase: () =>
          drillDatabaseUrl === undefined ? startOwnDatabase(folder) : openDrillDatabaseOn(drillDatabaseUrl),
        documents: openDocumentFolder(join(folder, "documents")),
        secrets: [...documents.keys, ...readDocumentKeyFile(dataDir)],
        readKeyFile: readKeysOf,
        log: { info: () => undefined, warn: () => undefined },
        judge: (read) => {
          seal = judgeManifest(read, given, { verdict, isUnsignedAllowed: given.keys.length === 0 });
        },
        check: async (sql) => {
          await judgeRows(sql, seal, given, verdict);
          refuseProblems(verdict);
        },
      },
      backup,
    );
    return { ...restored, verdict };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Records the result in the database of the installation, for the metrics. */
async function record(settings: Settings, completeUntil: Date | null): Promise<void> {
  const database = await openCommandDatabase(toOwnerUrl(settings), settings.dataDir);
  try {
    await saveCopyResult(database.url, "drill", completeUntil);
  } finally {
    await database.close();
  }
}

async function main(): Promise<void> {
  if (answerHelp(USAGE)) return;
  const { from } = readArguments();
  const settings = readSettings(process.env);
  const startedAt = performance.now();
  const { createdAt, rows, documents, differences, verdict, seconds } = await recordCopy(
    (completeUntil) => record(settings, completeUntil),
    async () => {
      const backup = findNewestBackup(from === undefined ? join(settings.dataDir, "backups") : resolve(from));
      process.stdout.write(`Backup: ${backup}\n`);
      const restored = await drill(settings, backup);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      return {
        ...restored,
        seconds,
        completeUntil: restored.differences.length === 0 ? new Date(restored.createdAt) : null,
      };
    },
  );
  process.stdout.write(
    `Restored the state of ${createdAt}: ${rows} rows and ${documents} documents in ${seconds} s. Removed it.\n`,
  );
  for (const { subject, actual, expected } of differences)
    process.stderr.write(`DIFFERS  ${subject}: ${actual}, expected ${expected}\n`);
  if (differences.length > 0) process.exitCode = EXIT_DIFFERENCES;
  else process.stdout.write(`The books agree.\n${formatVerdict(verdict)}\n`);
}

main().catch(reportFailure);

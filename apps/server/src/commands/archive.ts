import { join, resolve } from "node:path";
import { DAY_MS } from "@wazi/contracts";
import { findArchivedUntil, verifyArchive, writeArchive } from "../ledger/archive/write-archive.ts";
import { openCommandDatabase } from "../platform/db/embedded/open-database.ts";
import { answerHelp, readOptions, reportFailure, UsageError } from "../platform/process/command-line.ts";
import { readVersion } from "../platform/process/version.ts";
import { toOwnerUrl } from "../platform/settings/database-settings.ts";
import { isMonthSigned, signMonth } from "../proofs/backups/backup-seal.ts";
import { readSettings, type Settings } from "../start/settings/settings.ts";
import { readGiven, withOwnKeys } from "./given-proofs.ts";
import { recordCopy, refuseUnmigrated, saveCopyResult } from "./command-database.ts";

const USAGE = `npm run wazi -- archive [--before YYYY-MM-DD] [--out FOLDER]
npm run wazi -- archive --verify FOLDER [--key KEY]

Writes a second copy of the books: for each month that has ended, the ledger, position events, bot trades, exits and audit
entries, compressed and with checksums. Months that the folder has are left as they are. Nothing is removed from the
database. Works while Wazi runs, or alone.

  --before YYYY-MM-DD  archives the months that ended by this day, at the latest yesterday (default: yesterday)
  --out FOLDER         the archive (default: archive in DATA_DIR); use one on another disk
  --verify FOLDER      compares each month with its checksums, its sums, the month before and the database;
                       the metrics show when that last succeeded. It says "Verified" when the newest month is signed
                       with the key of --key, BACKUP_KEY or this DATA_DIR, and otherwise "Consistent, not verified"

Exit codes: 0 when all agrees, 2 when something differs, 1 when the command could not run.`;

const BYTES_PER_MB = 1_000_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const EXIT_DIFFERENCES = 2;

interface Arguments {
  before: Date;
  out: string | undefined;
  verify: string | undefined;
  keys: readonly string[];
}

/** A day is over for a day before its month is archived, so that no running operation still belongs to it. */
function readArguments(now: Date): Arguments {
  const text = { type: "string" } as const;
  const { before, out, verify, key } = readOptions({
    options: { before: text, out: text, verify: text, key: { ...text, multiple: true } },
  }).values;
  const latest = new Date(now.getTime() - DAY_MS);
  const day = before === undefined ? latest : new Date(DATE.test(before) ? before : NaN);
  if (Number.isNaN(day.getTime())) throw new UsageError("--before needs a date such as 2026-11-01.");
  if (day > latest) throw new UsageError("--before needs a date before today.");
  if (verify !== undefined && (before ?? out) !== undefined)
    throw new UsageError("--verify takes only --key beside it.");
  return { before: day, out, verify, keys: readGiven({ key }).keys };
}

interface Done {
  text: string;
  /** Null when the archive differs. Writing says nothing about the months that it leaves as they are. */
  completeUntil: Date | null | undefined;
}

async function verify(url: string, folder: string, keys: readonly string[]): Promise<Done> {
  const until = await findArchivedUntil(url, folder, new Date());
  const months = await verifyArchive(url, folder);
  if (months.length === 0) return { text: "No month is due yet.", completeUntil: until };
  const wrong = months.filter(({ problems }) => problems.length > 0);
  for (const { month, problems } of wrong)
    for (const problem of problems) process.stderr.write(`DIFFERS  ${month}: ${problem}\n`);
  if (wrong.length > 0) process.exitCode = EXIT_DIFFERENCES;
  const lines = months
    .filter(({ problems }) => problems.length === 0)
    .map(({ month, rows }) => `${month}: ${rows} rows agree with the database.`);
  const newest = months.at(-1);
  const isSigned = newest !== undefined && isMonthSigned(newest.signature, newest.sha256, keys);
  const verdict = isSigned
    ? "Verified: the newest month is signed with the given key, and names those before."
    : "Consistent, not verified: the newest month is not signed with a key that was given (--key KEY).";
  const count = `${months.length - wrong.length} of ${months.length} months agree.`;
  const text = [...lines, count, ...(wrong.length > 0 ? [] : [verdict])].join("\n");
  return { text, completeUntil: wrong.length === 0 ? until : null };
}

async function archive(settings: Settings, url: string, folder: string, before: Date): Promise<Done> {
  const sign = (sha256: string): string => signMonth(sha256, settings);
  const deps = { url, waziVersion: readVersion(), now: () => new Date(), sign };
  const written = await writeArchive(deps, folder, before);
  const lines = written.map(
    ({ month, rows, bytes }) =>
      `${month}: ${rows} rows, ${(bytes / BYTES_PER_MB).toFixed(1)} MB, read back and compared.`,
  );
  const end = written.length === 0 ? "No month to write." : `${written.length} months written.`;
  return { text: [`Archive: ${folder}`, ...lines, end].join("\n"), completeUntil: undefined };
}

async function main(): Promise<void> {
  if (answerHelp(USAGE)) return;
  const given = readArguments(new Date());
  const settings = readSettings(process.env);
  const { dataDir } = settings;
  const database = await openCommandDatabase(toOwnerUrl(settings), dataDir);
  try {
    const { url } = database;
    await refuseUnmigrated(url);
    const { text } = await recordCopy(
      (until) => saveCopyResult(url, "archive", until),
      () =>
        given.verify === undefined
          ? archive(
              settings,
              url,
              given.out === undefined ? join(dataDir, "archive") : resolve(given.out),
              given.before,
            )
          : verify(
              url,
              resolve(given.verify),
              withOwnKeys({ keys: given.keys, kept: null, witness: null }, settings).keys,
            ),
    );
    process.stdout.write(`${text}\n`);
  } finally {
    await database.close();
  }
}

main().catch(reportFailure);

import { join, resolve } from "node:path";
import { DAY_MS } from "@wazi/contracts";
import { findArchivedUntil, verifyArchive, writeArchive } from "../ledger/archive/write-archive.ts";
import { openCommandDatabase } from "../platform/db/embedded/open-database.ts";
import { answerHelp, readOptions, reportFailure, UsageError } from "../platform/process/command-line.ts";
import { readVersion } from "../platform/process/version.ts";
import { toOwnerUrl } from "../platform/settings/database-settings.ts";
import { readSettings } from "../start/settings/settings.ts";
import { recordCopy, refuseUnmigrated, saveCopyResult } from "./command-database.ts";

const USAGE = `npm run wazi -- archive [--before YYYY-MM-DD] [--out FOLDER]
npm run wazi -- archive --verify FOLDER

Writes a second copy of the books: for each month that has ended, the ledger, position events, bot trades, exits and audit
entries, compressed and with checksums. Months that the folder has are left as they are. Nothing is removed from the
database. Works while Wazi runs, or alone.

  --before YYYY-MM-DD  archives the months that ended by this day, at the latest yesterday (default: yesterday)
  --out FOLDER         the archive (default: archive in DATA_DIR); use one on another disk
  --verify FOLDER      compares each month with its checksums, its sums, the month before and the database;
                       the metrics show when that last succeeded`;

const BYTES_PER_MB = 1_000_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const EXIT_DIFFERENCES = 2;

interface Arguments {
  before: Date;
  out: string | undefined;
  verify: string | undefined;
}

/** A day is over for a day before its month is archived, so that no running operation still belongs to it. */
function readArguments(now: Date): Arguments {
  const { before, out, verify } = readOptions({
    options: { before: { type: "string" }, out: { type: "string" }, verify: { type: "string" } },
  }).values;
  const latest = new Date(now.getTime() - DAY_MS);
  const day = before === undefined ? latest : new Date(DATE.test(before) ? before : NaN);
  if (Number.isNaN(day.getTime())) throw new UsageError("--before needs a date such as 2026-11-01.");
  if (day > latest) throw new UsageError("--before needs a date before today.");
  if (verify !== undefined && (before ?? out) !== undefined) throw new UsageError("--verify takes no other option.");
  return { before: day, out, verify };
}

interface Done {
  text: string;
  /** Null when the archive differs. Writing says nothing about the months that it leaves as they are. */
  completeUntil: Date | null | undefined;
}

async function verify(url: string, folder: string): Promise<Done> {
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
  const text = [...lines, `${months.length - wrong.length} of ${months.length} months agree.`].join("\n");
  return { text, completeUntil: wrong.length === 0 ? until : null };
}

async function archive(url: string, folder: string, before: Date): Promise<Done> {
  const deps = { url, waziVersion: readVersion(), now: () => new Date() };
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
          ? archive(url, given.out === undefined ? join(dataDir, "archive") : resolve(given.out), given.before)
          : verify(url, resolve(given.verify)),
    );
    process.stdout.write(`${text}\n`);
  } finally {
    await database.close();
  }
}

main().catch(reportFailure);

import { existsSync } from "node:fs";
import { DAY_MS } from "@wazi/contracts";
import { withBulkConnection } from "../../platform/db/bulk-connection.ts";
import { SNAPSHOT } from "../../platform/db/pool.ts";
import { StartError } from "../../platform/process/start-error.ts";
import { fillFolder, writeRows } from "../../platform/backup/draft-folder.ts";
import {
  folderOfMonth,
  followingMonth,
  FORMAT,
  formatManifest,
  listArchivedMonths,
  MANIFEST,
  readManifest,
  type ArchiveManifest,
  type SignMonth,
} from "./archive-format.ts";
import { archivedTables, readFirstMonth, readMode } from "./store.ts";
import { rangeOf, verifyMonth } from "./verify-month.ts";

export interface ArchiveDeps {
  /** The owner's connection. */
  url: string;
  waziVersion: string;
  now: () => Date;
  sign?: SignMonth;
}

export interface WrittenMonth {
  month: string;
  folder: string;
  rows: number;
  bytes: number;
}

/**
 * Writes every month that ended by a day and is not in the folder yet, oldest first. Each month is read back and compared
 * with the database before its folder gets its name.
 * @param before the first day that is not archived
 * @throws StartError when the folder cannot be written, or a month of it is damaged
 */
export async function writeArchive(deps: ArchiveDeps, target: string, before: Date): Promise<WrittenMonth[]> {
  const first = await withBulkConnection(deps.url, SNAPSHOT, ({ sql }) => readFirstMonth(sql));
  const written: WrittenMonth[] = [];
  let previous: string | null = null;
  for (let month = first; month !== null && new Date(rangeOf(month).to) <= before; month = followingMonth(month)) {
    const folder = folderOfMonth(target, month);
    if (existsSync(folder)) {
      previous = readManifest(folder).sha256;
      continue;
    }
    const done: { summary: WrittenMonth; sha256: string } = await writeMonth(deps, folder, month, previous);
    written.push(done.summary);
    previous = done.sha256;
  }
  return written;
}

async function writeMonth(
  deps: ArchiveDeps,
  folder: string,
  month: string,
  previous: string | null,
): Promise<{ summary: WrittenMonth; sha256: string }> {
  const { archive, sha256 } = await fillFolder(
    { folder, name: "archive", option: "--out", parts: [], manifest: MANIFEST },
    async (draft) => {
      const written = await withBulkConnection(deps.url, SNAPSHOT, async (connection) => {
        const mode = await readMode(connection.sql);
        const files: ArchiveManifest["files"] = [];
        for (const { name, select } of archivedTables) {
          const lines = connection.copyLines(select(rangeOf(month)));
          files.push({ name, ...(await writeRows(lines, draft, `${name}.jsonl.gz`)) });
        }
        const createdAt = deps.now().toISOString();
        const made = { format: FORMAT, waziVersion: deps.waziVersion, mode, createdAt, month, previous, files };
        const problems = await verifyMonth(connection, draft, made);
        if (problems.length > 0) throw new Error(`the archive of ${month} is wrong: ${problems.join("; ")}`);
        return made;
      });
      return { archive: written, ...formatManifest(written, deps.sign) };
    },
  );
  const sum = (pick: (file: ArchiveManifest["files"][number]) => number): number =>
    archive.files.reduce((total, file) => total + pick(file), 0);
  return { summary: { month, folder, rows: sum(({ rows }) => rows), bytes: sum(({ bytes }) => bytes) }, sha256 };
}

export interface VerifiedMonth {
  month: string;
  rows: number;
  /** The problems found; empty when all agree. */
  problems: string[];
  sha256: string;
  /** It signs the checksum, and so all months before too. Null for a month of a version that did not sign. */
  signature: string | null;
}

/**
 * The time before which an archive has everything: the end of its last month, or the beginning of the books while their first
 * month is not due.
 * @returns now when the books are empty
 * @throws StartError when there is no such folder, or it is empty although a month is due
 */
export async function findArchivedUntil(url: string, target: string, now: Date): Promise<Date> {
  const last = listArchivedMonths(target).at(-1);
  if (last !== undefined) return new Date(rangeOf(last).to);
  const first = await withBulkConnection(url, SNAPSHOT, ({ sql }) => readFirstMonth(sql));
  if (first === null) return now;
  const { from, to } = rangeOf(first);
  if (new Date(to).getTime() + DAY_MS <= now.getTime()) throw new StartError(`${target} has no archived months.`);
  return new Date(from);
}

/**
 * Compares each month of an archive with its manifest, with the month before it and with the database.
 * @throws StartError when there is no such folder
 */
export async function verifyArchive(url: string, target: string): Promise<VerifiedMonth[]> {
  const months = listArchivedMonths(target);
  const verified: VerifiedMonth[] = [];
  let before: { month: string; sha256: string; names: string[] } | null = null;
  for (const month of months) {
    const folder = folderOfMonth(target, month);
    const { archive, sha256, signature } = readManifest(folder);
    const problems = await withBulkConnection(url, SNAPSHOT, (connection) => verifyMonth(connection, folder, archive));
    if (archive.month !== month) problems.push(`the folder holds the month ${archive.month}`);
    if (before !== null && followingMonth(before.month) !== month)
      problems.push(`the month ${followingMonth(before.month)} is missing before it`);
    else if (before !== null && archive.previous !== before.sha256)
      problems.push(`it was written after another ${before.month} than the one in this folder`);
    const names = archive.files.map(({ name }) => name);
    for (const name of before?.names ?? [])
      if (!names.includes(name) && !problems.some((problem) => problem.startsWith(`${name} is missing`)))
        problems.push(`${name} is missing in the manifest, and the month before has it`);
    verified.push({ month, rows: archive.files.reduce((sum, { rows }) => sum + rows, 0), problems, sha256, signature });
    before = { month, sha256, names };
  }
  return verified;
}

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { StartError } from "../../platform/process/start-error.ts";

/** Changes when an older program could not read an archive. */
export const FORMAT = 1;
export const MANIFEST = "archive.json";
const MONTH_FOLDER = /^wazi-archive-(\d{4}-\d{2})$/;

const manifest = z.object({
  format: z.number(),
  waziVersion: z.string(),
  mode: z.nullable(z.string()),
  createdAt: z.string(),
  /** Such as 2026-10, in UTC. */
  month: z.string(),
  /** The checksum of the manifest of the month before; null for the first month. */
  previous: z.nullable(z.string()),
  files: z.array(
    z.object({ name: z.string(), path: z.string(), rows: z.number(), bytes: z.number(), sha256: z.string() }),
  ),
});

/** The content of a month's folder. It is the last file of a month, so a folder without it is not complete. */
export type ArchiveManifest = z.infer<typeof manifest>;

const wrapped = z.object({ sha256: z.string(), signature: z.optional(z.string()), archive: manifest });

const hashText = (text: string): string => createHash("sha256").update(text).digest("hex");

export const folderOfMonth = (target: string, month: string): string => join(target, `wazi-archive-${month}`);

/** Signs the checksum of a month's manifest. */
export type SignMonth = (sha256: string) => string;

/** The manifest with its own checksum, which the next month's manifest repeats. */
export function formatManifest(archive: ArchiveManifest, sign?: SignMonth): { text: string; sha256: string } {
  const sha256 = hashText(JSON.stringify(archive));
  const signature = sign?.(sha256);
  return { text: `${JSON.stringify({ sha256, signature, archive }, null, 1)}\n`, sha256 };
}

/** @throws StartError when the folder is not a complete month of a known format */
export function readManifest(folder: string): { archive: ArchiveManifest; sha256: string; signature: string | null } {
  const path = join(folder, MANIFEST);
  if (!existsSync(path)) throw new StartError(`${folder} is not a complete archive: it has no ${MANIFEST}.`);
  let raw: { archive?: unknown };
  let parsed: z.infer<typeof wrapped>;
  try {
    raw = JSON.parse(readFileSync(path, "utf8")) as { archive?: unknown };
    parsed = wrapped.parse(raw);
  } catch {
    throw new StartError(`${path} is damaged. Use another copy of the archive.`);
  }
  const { sha256, signature = null, archive } = parsed;
  if (archive.format !== FORMAT)
    throw new StartError(`${folder} has the format ${archive.format} of a newer version of Wazi. Use that version.`);
  // As written: the schema puts the fields into an order of its own.
  if (hashText(JSON.stringify(raw.archive)) !== sha256)
    throw new StartError(`${path} was changed. Use another copy of the archive.`);
  return { archive, sha256, signature };
}

/** The months of an archive, oldest first. @throws StartError when there is no such folder */
export function listArchivedMonths(target: string): string[] {
  if (!existsSync(target)) throw new StartError(`There is no folder ${target}.`);
  return readdirSync(target)
    .map((name) => MONTH_FOLDER.exec(name)?.[1])
    .filter((month) => month !== undefined)
    .sort();
}

/** The month after a month: 2026-12 is followed by 2027-01. */
export function followingMonth(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number)).toISOString().slice(0, "YYYY-MM".length);
}

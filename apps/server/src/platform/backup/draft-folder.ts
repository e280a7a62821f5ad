import { createWriteStream, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFolder } from "../process/create-folder.ts";
import { StartError } from "../process/start-error.ts";
import { createHash } from "node:crypto";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { BackupFile } from "./backup-format.ts";

export const OWNER_ONLY_FILE = 0o600;
const NEWLINE = 10;
/** Fast, because files are written beside the product. */
const GZIP_LEVEL = 3;

/** Writes rows, one a line, to a compressed file of a folder. @returns their number, and the file's size and checksum */
export async function writeRows(
  source: Readable,
  folder: string,
  path: string,
): Promise<BackupFile & { rows: number }> {
  let rows = 0;
  const countRows = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  const hash = createHash("sha256");
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const file = createWriteStream(join(folder, path), { mode: OWNER_ONLY_FILE, flush: true });
  await pipeline(source, countRows, createGzip({ level: GZIP_LEVEL }), measure, file);
  return { path, bytes, sha256: hash.digest("hex"), rows };
}

const DRAFT_SUFFIX = ".part";

export interface NewFolder {
  /** Where the folder is when it is complete. */
  folder: string;
  /** Its name in the error, such as "backup". */
  name: string;
  /** The option of the command that names another place, such as "--to". */
  option: string;
  /** Folders in it. */
  parts: readonly string[];
  manifest: string;
}

/**
 * Fills a folder under another name. It gets its own when it is complete, with its manifest written last, and is removed
 * after an error. What an earlier attempt left is removed first.
 * @param fill writes the files into the draft, and returns the manifest's text
 * @throws StartError when the folder cannot be created
 */
export async function fillFolder<T extends { text: string }>(
  { folder, name, option, parts, manifest }: NewFolder,
  fill: (draft: string) => Promise<T>,
): Promise<T> {
  const draft = `${folder}${DRAFT_SUFFIX}`;
  try {
    rmSync(draft, { recursive: true, force: true });
    createFolder(draft);
    for (const part of parts) createFolder(join(draft, part));
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    throw new StartError(`Cannot write the ${name} to ${draft} (${code}). Give another folder with ${option}.`);
  }
  try {
    const filled = await fill(draft);
    writeFileSync(join(draft, manifest), filled.text, { mode: OWNER_ONLY_FILE, flush: true });
    renameSync(draft, folder);
    return filled;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Transform, type Readable } from "node:stream";
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

import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** Below this, PostgreSQL cannot write its log for long. */
export const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** The bytes that this user may still write to the disk of a folder, which need not exist yet. */
export async function readFreeBytes(folder: string): Promise<number> {
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  return bavail * bsize;
}

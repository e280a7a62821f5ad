import { hasPrices, missingMigrations } from "../db/migrate.ts";
import type { Queryable } from "../db/pool.ts";
import { isReadOnly } from "./store.ts";
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";

/** Below this, PostgreSQL cannot write its log for long. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** The bytes that this user may still write to the disk of a folder, which need not exist yet. */
export async function readFreeBytes(folder: string): Promise<number> {
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  return bavail * bsize;
}

const BYTES_PER_MIB = 1_048_576;

/**
 * Returns why this process should get no requests now, in one sentence, or null: the database must answer, take writes,
 * have this version's schema and the first prices, and the disk of the data folder must have space.
 * @throws when the database does not answer
 */
export async function findReadinessProblem(sql: Queryable, dataDir: string): Promise<string | null> {
  const missing = await missingMigrations(sql);
  if (missing.length > 0) return "The database is not migrated.";
  if (await isReadOnly(sql)) return "The database takes no writes.";
  if (!(await hasPrices(sql))) return "There are no prices yet.";
  if ((await readFreeBytes(dataDir)) < LEAST_FREE_BYTES)
    return `Less than ${LEAST_FREE_BYTES / BYTES_PER_MIB} MiB are free on the disk of the data folder.`;
  return null;
}

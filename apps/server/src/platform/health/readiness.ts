import { hasPrices, missingMigrations } from "../db/migrate.ts";
import type { Queryable } from "../db/pool.ts";
import { LEAST_FREE_BYTES, readFreeBytes } from "../process/disk.ts";
import { isReadOnly } from "./store.ts";

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

import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { missingMigrations } from "../db/migrate.ts";
import type { Queryable } from "../db/pool.ts";
import { isReadOnly } from "./store.ts";

/** Something that this process needs to answer requests. */
export interface Check {
  name: string;
  /** Why it is missing, in one sentence; null when it is there. @throws when the database does not answer */
  findProblem: () => Promise<string | null>;
}

/** Below this, PostgreSQL cannot write its log for long. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;
const BYTES_PER_MIB = 1_048_576;

/** The bytes that this user may still write to the disk of a folder, which need not exist yet. */
export async function readFreeBytes(folder: string): Promise<number> {
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  return bavail * bsize;
}

/**
 * Returns why this process should get no requests now, in one sentence, or null: the database must answer, take writes and have
 * this version's schema, the nouns must have what they need, and the disk of the data folder must have space.
 * @param nounChecks those of the nouns, which read the migrated database
 * @throws an error that names the check, with its cause, when the database does not answer
 */
export async function findReadinessProblem(
  { sql, dataDir }: { sql: Queryable; dataDir: string },
  nounChecks: readonly Check[],
): Promise<string | null> {
  const checks = [
    { name: "the schema", findProblem: () => checkSchema(sql) },
    { name: "writing", findProblem: () => checkWrites(sql) },
    ...nounChecks,
    { name: "the disk", findProblem: () => checkDisk(dataDir) },
  ];
  for (const { name, findProblem } of checks) {
    const problem = await findProblem().catch((cause: unknown) => {
      throw new Error(`could not check ${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    });
    if (problem !== null) return problem;
  }
  return null;
}

async function checkSchema(sql: Queryable): Promise<string | null> {
  return (await missingMigrations(sql)).length > 0 ? "The database is not migrated." : null;
}

async function checkWrites(sql: Queryable): Promise<string | null> {
  return (await isReadOnly(sql)) ? "The database takes no writes." : null;
}

async function checkDisk(dataDir: string): Promise<string | null> {
  if ((await readFreeBytes(dataDir)) >= LEAST_FREE_BYTES) return null;
  return `Less than ${LEAST_FREE_BYTES / BYTES_PER_MIB} MiB are free on the disk of the data folder.`;
}

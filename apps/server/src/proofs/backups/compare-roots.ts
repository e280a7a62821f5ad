import { hash, hashLeaf, HASH_BYTES, isEqual, LogTree, rootOf, toBase64, toHex, fromBase64 } from "@wazi/proofs";
import type { Queryable } from "../../platform/db/pool.ts";
import { countLeaves, readLeaves } from "../../record/api.ts";
import { readTilesOf } from "../log/sign-checkpoint.ts";
import { listAuditLeaves } from "../log/store.ts";

const ROWS_AT_ONCE = 5_000;

/** The root of the public log, in Base64, and that of its audit entries, each of which includes the one before. */
export interface Roots {
  log: { size: number; root: string };
  audit: { count: number; root: string };
}

/** The roots of a database as it is, from the stored hashes of the log and from the leaves of audit entries. */
export async function computeRoots(sql: Queryable): Promise<Roots> {
  const size = await countLeaves(sql);
  const root = await new LogTree(size, readTilesOf(sql)).root();
  return { log: { size, root: toBase64(root) }, audit: await chainAudit(sql, Number.MAX_SAFE_INTEGER) };
}

/** @param most entries after this many are left out */
async function chainAudit(sql: Queryable, most: number): Promise<Roots["audit"]> {
  let root: Uint8Array = new Uint8Array(HASH_BYTES);
  let count = 0;
  for (let after = -1; count < most;) {
    const rows = await listAuditLeaves(sql, after, Math.min(ROWS_AT_ONCE, most - count));
    for (const { leaf } of rows) root = hash(root, hashLeaf(leaf));
    count += rows.length;
    after = rows.at(-1)?.position ?? after;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  return { count, root: toHex(root) };
}

/**
 * Compares the leaves of a database, and not its stored hashes, with roots that were signed.
 * @param audit undefined for a checkpoint of the log, which has none
 * @returns what differs, as sentences; "newer" when the roots are of a later state than the database's
 */
export async function compareRoots(
  sql: Queryable,
  { log, audit }: { log: Roots["log"]; audit?: Roots["audit"] },
): Promise<string[] | "newer"> {
  if ((await countLeaves(sql)) < log.size) return "newer";
  const problems: string[] = [];
  const hashes: Uint8Array[] = [];
  while (hashes.length < log.size) {
    const leaves = await readLeaves(sql, hashes.length, Math.min(log.size, hashes.length + ROWS_AT_ONCE));
    if (leaves.length === 0) return ["leaves of the public log are missing"];
    hashes.push(...leaves.map(hashLeaf));
  }
  if (!isEqual(rootOf(hashes), fromBase64(log.root)))
    problems.push(`the first ${log.size} leaves of the public log are not the ones that were signed`);
  if (audit !== undefined && (await chainAudit(sql, audit.count)).root !== audit.root)
    problems.push(`the first ${audit.count} audit entries of the log are not the ones that were signed`);
  return problems;
}

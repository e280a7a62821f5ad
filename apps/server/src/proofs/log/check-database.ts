import {
  hash,
  hashLeaf,
  isEqual,
  openCheckpoint,
  parseCheckpoint,
  parseKey,
  rootOf,
  toBytes,
  toHex,
  type Checkpoint,
} from "@wazi/proofs";
import type { Queryable } from "../../platform/db/pool.ts";
import { listLoggedAuditRows, listUnloggedAuditIds, type LoggedAuditRow } from "./store.ts";
import { listRenewals, type RenewalRow, countLeaves, readLeaves, readLogState } from "../../record/api.ts";

const ROWS_AT_ONCE = 5_000;
const MOST_LISTED = 100;

export interface DatabaseCheck {
  /** The signed size, and all leaves of the database. */
  signed: number;
  leaves: number;
  auditEntries: number;
  /** Entries about deleted accounts, whose texts or addresses are erased. */
  erased: number;
  /** Where the log was begun anew with another key, as sentences. */
  renewals: string[];
  /** The problems found, as sentences; empty when all is well. */
  problems: string[];
}

/**
 * Compares the database with the signed log: the leaves with the checkpoint, and every audit entry with its leaf.
 * @param note a signed checkpoint, the newer and the further from this database the better; null takes the database's own
 */
export async function checkDatabase(sql: Queryable, note: string | null): Promise<DatabaseCheck> {
  const state = await readLogState(sql);
  const given = note ?? state?.checkpoint;
  const problems: string[] = state?.stopped ? [`the log has stopped: ${state.stopped}`] : [];
  if (!state || !given)
    return { signed: 0, leaves: 0, auditEntries: 0, erased: 0, renewals: [], problems: ["the log has no checkpoint"] };
  const renewals = await listRenewals(sql);
  const checkpoint = openGiven(given, [state.publicKey, ...renewals.map(({ oldKey }) => oldKey)]);
  problems.push(...(typeof checkpoint === "string" ? [checkpoint] : await checkRoot(sql, checkpoint)));
  let [auditEntries, erased] = [0, 0];
  for (let after = -1; ;) {
    const rows = await listLoggedAuditRows(sql, after, ROWS_AT_ONCE);
    for (const row of rows) {
      const found = checkAuditRow(row);
      if (found === "erased") erased += 1;
      else if (found !== null) problems.push(`audit entry ${row.auditId} was ${found} after it was logged`);
    }
    auditEntries += rows.length;
    after = rows.at(-1)?.position ?? after;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  const unlogged = await listUnloggedAuditIds(sql, MOST_LISTED);
  problems.push(...unlogged.map((id) => `audit entry ${id} was written around the log`));
  const signed = typeof checkpoint === "string" ? 0 : checkpoint.size;
  return {
    signed,
    leaves: await countLeaves(sql),
    auditEntries,
    erased,
    renewals: await Promise.all(renewals.map((renewal) => describeRenewal(sql, renewal))),
    problems,
  };
}

/**
 * Opens a checkpoint of the log.
 * @param keys the log's key, and those that it had before
 * @returns what is wrong with the note when it is none of this log
 */
function openGiven(note: string, keys: readonly string[]): Checkpoint | string {
  try {
    const { origin } = parseCheckpoint(note);
    const key = keys.find((each) => parseKey(each).name === origin) ?? keys[0];
    return openCheckpoint(note, parseKey(key ?? ""));
  } catch (error) {
    return `the checkpoint cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function describeRenewal(sql: Queryable, { at, reason, oldKey, oldCheckpoint }: RenewalRow): Promise<string> {
  const checkpoint = openCheckpoint(oldCheckpoint, parseKey(oldKey));
  const isWhole = (await checkRoot(sql, checkpoint)).length === 0;
  const has = isWhole ? "has all" : "does NOT have the";
  return `the log was begun anew at ${at} (${reason}); it ${has} ${checkpoint.size} leaves of the log before, ${checkpoint.origin}`;
}

async function checkRoot(sql: Queryable, { size, root }: Checkpoint): Promise<string[]> {
  const hashes: Uint8Array[] = [];
  while (hashes.length < size) {
    const leaves = await readLeaves(sql, hashes.length, Math.min(size, hashes.length + ROWS_AT_ONCE));
    if (leaves.length === 0) return [`the checkpoint has ${size} leaves, and the database ${hashes.length}`];
    hashes.push(...leaves.map(hashLeaf));
  }
  return isEqual(rootOf(hashes), root) ? [] : ["the leaves in the database are not the ones that were signed"];
}

/** @returns what happened to the entry since it was logged; null when it is the same */
function checkAuditRow(row: LoggedAuditRow): "deleted" | "changed" | "erased" | null {
  if (!row.isThere) return "deleted";
  const logged = JSON.parse(row.leaf) as { kept: string; texts: string; address: string };
  const isSame = (nonce: Buffer | null, part: string | null, expected: string): boolean =>
    nonce !== null && toHex(hash(nonce, toBytes(part ?? ""))) === expected;
  if (!isSame(row.keptNonce, row.kept, logged.kept)) return "changed";
  const hasTexts = isSame(row.textsNonce, row.texts, logged.texts);
  const hasAddress = isSame(row.addressNonce, row.address, logged.address);
  if (hasTexts && hasAddress) return null;
  // Without its nonce, a part was erased with its account: then it must be gone.
  const isErased = hasTexts || (row.textsNonce === null && row.isWithoutTexts === true);
  return isErased && (hasAddress || (row.addressNonce === null && row.address === null)) ? "erased" : "changed";
}
